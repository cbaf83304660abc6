import { Table } from "~/ui/components/table";
import { When } from "~/ui/date-time";
import type { Room } from "../../forecast/first-openings.server";
import { words } from "../../strings";

interface RoomTableProps {
  caption: string;
  head: string;
  rooms: Room[];
  /** Therapists are shown with their region. */
  withRegion?: boolean;
}

/** Who can take a patient when, the longest wait first. */
export function RoomTable({ caption, head, rooms, withRegion }: RoomTableProps) {
  const region = { key: "region", head: "Region", cell: (room: Room) => room.region };
  return (
    <Table
      caption={caption}
      rows={rooms}
      rowKey={(room) => room.name}
      empty={words.noRows}
      columns={[
        { key: "name", head, cell: (room) => room.name },
        ...(withRegion ? [region] : []),
        {
          key: "first",
          head: "First opening",
          align: "when",
          cell: (room) =>
            room.first === null ? words.nothingOpen : <When at={room.first} zone={room.zone} format="day" />,
        },
        {
          key: "days",
          head: "Days",
          align: "right",
          cell: (room) => (
            <span className={room.late ? "late" : undefined}>
              {room.days ?? "–"}
              {room.late && <span className="unseen"> {words.tooLate}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}
