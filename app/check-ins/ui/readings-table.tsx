import type { ListedReading } from "~/nights/readings";
import { Table } from "~/ui/components/table";
import { contradictionText, dayText, readingText } from "../staff-texts";

/** The totals that patients read off the device's screen. A report counts before it. */
export const ReadingsTable = ({ readings }: { readings: readonly ListedReading[] }) => (
  <div className="stack">
    <h2>Readings of the device's screen</h2>
    <Table
      caption="Readings of the device's screen"
      rows={readings}
      rowKey={({ read_on, source }) => `${read_on} ${source}`}
      empty="No reading is saved yet."
      stacks
      columns={[
        { head: "Read on", cell: ({ read_on }) => dayText(read_on) },
        { head: "Last 30 nights", cell: readingText },
        {
          head: "Source",
          cell: ({ source, entered_by }) => (source === "patient" ? "Patient" : `Entered by ${entered_by}`),
        },
        { head: "Compared with the report", cell: (one) => contradictionText(one) ?? "" },
      ]}
    />
  </div>
);
