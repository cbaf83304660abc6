import { shownStatus } from "~/core/visit-status";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { Mismatch } from "../write-back/mismatches.server";

const stateOf = ({ stopped, state }: Mismatch) =>
  stopped ? "The order is closed or stopped." : `The order is in ${state}.`;

const adviceFor = ({ status }: Mismatch) =>
  status === "completed"
    ? "Move the order to its next state there."
    : "Check whether the visit can take place.";

export function MismatchTable({ mismatches }: { mismatches: Mismatch[] }) {
  return (
    <section className="stack" aria-labelledby="mismatches-title">
      <h2 id="mismatches-title">Visits that don't match the order system</h2>
      <p className="soft">
        As of the last sync: upcoming visits whose order is stopped or not ready to schedule, and visits
        completed in the last 30 days whose order was still in the same state a day later.
      </p>
      <Table
        caption="Visits that don't match the order system"
        rows={mismatches}
        rowKey={({ visit_id }) => visit_id}
        empty="No mismatches."
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
          { head: "In Firstnight", cell: ({ status }) => shownStatus(status) },
          {
            head: "In the order system",
            cell: (row) => (
              <>
                {stateOf(row)}
                <span className="under">{adviceFor(row)}</span>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
