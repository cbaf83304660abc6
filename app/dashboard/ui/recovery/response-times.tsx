import { plural } from "~/core/plural";
import { day, hour, minute } from "~/core/time";
import { Table } from "~/ui/components/table";
import { percent } from "../../forecast/rates";
import type { ResponseTimes } from "../../recovery/response-times.server";

const title = "Response time by person";

export function ResponseTimesByPerson({ rows }: { rows: ResponseTimes[] }) {
  return (
    <>
      <h2 id="response-times">{title}</h2>
      <p className="soft">
        The time from a patient's first unanswered text to the reply that a person wrote. It includes nights
        and weekends. Conversations that were marked as done without a text aren't counted.
      </p>
      <Table
        caption={title}
        rows={rows}
        rowKey={({ id }) => id}
        empty="No replies. Choose a longer period."
        stacks="labeled"
        columns={[
          { head: "Person", align: "name", cell: ({ name }) => name },
          { head: "Replies", align: "right", cell: ({ replies }) => replies.toLocaleString("en-US") },
          { head: "Median", align: "right", cell: ({ median }) => duration(median) },
          {
            head: "Within an hour",
            align: "right",
            cell: ({ replies, withinHour }) => percent(withinHour / replies),
          },
        ]}
      />
    </>
  );
}

/** "12 min", "3 h 5 min", "2 days" */
function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / minute);
  if (milliseconds >= 2 * day) return plural(Math.round(milliseconds / day), "day");
  if (milliseconds < hour) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
