import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { FirstOpening } from "../../forecast/first-openings.server";
import { strings } from "../../strings";

interface RoomTableProps {
  caption: string;
  head: string;
  rooms: FirstOpening[];
  withRegion?: boolean;
}

export function ForecastTable({ caption, head, rooms, withRegion }: RoomTableProps) {
  const region = { key: "region", head: "Region", cell: (room: FirstOpening) => room.region };
  return (
    <Table
      caption={caption}
      rows={rooms}
      rowKey={(room) => room.name}
      empty={strings.noRows}
      columns={[
        { key: "name", head, cell: (room) => room.name },
        ...(withRegion ? [region] : []),
        {
          key: "first",
          head: "First opening",
          align: "when",
          cell: (room) =>
            room.first === null ? (
              strings.nothingOpen
            ) : (
              <DateTime at={room.first} zone={room.zone} format="day" />
            ),
        },
        {
          key: "days",
          head: "Days",
          align: "right",
          cell: (room) => (
            <span className={room.late ? "late" : undefined}>
              {room.days ?? "–"}
              {room.late && <span className="unseen"> {strings.tooLate}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}
