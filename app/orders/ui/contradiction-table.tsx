import { shownStatus } from "~/core/visit-status";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { Contradiction } from "../write-back/contradictions.server";

function whatIsThere({ stopped, state }: Contradiction): string {
  return stopped ? "The order is closed or stopped." : `The order is in ${state}.`;
}

const whatToDo = ({ status }: Contradiction) =>
  status === "completed"
    ? "Move the order to its next state there."
    : "Check whether the visit can take place.";

export function ContradictionTable({ contradictions }: { contradictions: Contradiction[] }) {
  return (
    <section className="stack" aria-labelledby="contradictions-title">
      <h2 id="contradictions-title">Visits that don't match the order system</h2>
      <p className="soft">
        As of the last sync: upcoming visits whose order is stopped or not ready to schedule, and visits
        completed in the last 30 days whose order still waits there a day later.
      </p>
      <Table
        caption="Contradictions"
        rows={contradictions}
        rowKey={({ visit_id }) => visit_id}
        empty="None."
        stacks
        columns={[
          {
            head: "Visit",
            align: "when",
            cell: ({ visit_id, start_at, patient }) => (
              <>
                <a className="row-link" href={`/visits/${visit_id}`}>
                  <DateTime at={start_at} />
                </a>
                <span className="under">{patient}</span>
              </>
            ),
          },
          { head: "Here", cell: ({ status }) => shownStatus(status) },
          {
            head: "In the order system",
            cell: (row) => (
              <>
                {whatIsThere(row)}
                <span className="under">{whatToDo(row)}</span>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
