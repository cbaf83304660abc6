import { formatPhone } from "~/core/phone";
import { Button } from "~/ui/components/button";
import { DateTime } from "~/ui/date-time";
import { PatientName } from "~/visits/ui/patient";
import type { NeedsAttention } from "../../board/needs-attention.server";
import { strings } from "../../strings";

/** Phone numbers that get no automated texts until staff resolve them. */
export function NumbersToCheck({
  holds,
  isFiltered,
}: Pick<NeedsAttention, "holds"> & { isFiltered: boolean }) {
  return (
    <>
      <h3>
        Phone numbers to check
        {isFiltered && strings.unfiltered}
      </h3>
      <ul className="needs">
        {holds.map(({ id, phone, patient_name: name, hold, held_at: at }) => (
          <li key={id}>
            {at !== null && <DateTime at={at} />}
            <span className="patient">
              <a href={`/messages/${id}`}>{formatPhone(phone)}</a> ·{" "}
              {hold === "wrong_number" ? "Wrong number" : "This may be an opt-out"}
              <PatientName name={name} />
            </span>
            <form method="post" action={`/messages/${id}/hold`} className="row">
              <input type="hidden" name="from" value="dashboard" />
              {hold === "wrong_number" ? (
                <Button look="quiet" size="small" name="decision" value="resolved">
                  Resolve<span className="unseen"> {formatPhone(phone)}</span>
                </Button>
              ) : (
                <>
                  <Button look="quiet" size="small" name="decision" value="opt_out">
                    Confirm<span className="unseen"> the opt-out for {formatPhone(phone)}</span>
                  </Button>
                  <Button look="quiet" size="small" name="decision" value="not_opt_out">
                    Not an opt-out<span className="unseen"> for {formatPhone(phone)}</span>
                  </Button>
                </>
              )}
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
