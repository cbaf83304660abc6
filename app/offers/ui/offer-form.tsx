import { UrgentBadge } from "~/orders/ui/urgent-form";
import { Button, QuietLink } from "~/ui/components/button";
import { PostForm, Problem, useProblem } from "~/ui/components/form";
import { DateTime } from "~/ui/date-time";
import { describeWish } from "../describe-wish";
import type { Candidate, OfferChoice } from "../find-offer.server";
import { describeMisfits, obstacleNames } from "../staff-strings";
import { WaitingName } from "./waiting-table";

export function OfferForm({ choice, back }: { choice: OfferChoice; back: string }) {
  const { time, fitting, others, blocked } = choice;
  const checked = useProblem()?.typed.order?.split(",") ?? [];
  const isEmpty = fitting.total + others.total === 0;
  return (
    <PostForm className="stack">
      <Problem />
      <input type="hidden" name="therapist" value={time.therapistId} />
      <input type="hidden" name="start" value={time.start} />
      <Group title="Asked for times like this" group={fitting} checked={checked} />
      <Group title="Asked for other times" group={others} checked={checked} />
      {isEmpty && (
        <p>No other waiting patient can get this offer now. Patients can still book the time themselves.</p>
      )}
      <p className="buttons">
        {!isEmpty && <Button>Send offers</Button>}
        <QuietLink href={back}>Back</QuietLink>
      </p>
      <Group title="Not eligible for this offer" group={blocked} />
    </PostForm>
  );
}

interface GroupProps {
  title: string;
  group: { patients: Candidate[]; total: number };
  /** IDs of the checked orders. If omitted, the list has no checkboxes. */
  checked?: readonly string[];
}

function Group({ title, group, checked }: GroupProps) {
  const { patients, total } = group;
  if (total === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="label">{`${title}: ${total}`}</legend>
      {total > patients.length && <p className="soft">{`Showing the first ${patients.length} patients.`}</p>}
      {patients.map((patient) =>
        checked ? (
          <label key={patient.orderId} className="check">
            <input
              type="checkbox"
              name="order"
              value={patient.orderId}
              defaultChecked={checked.includes(String(patient.orderId))}
            />
            <span>
              <Person patient={patient} />
            </span>
          </label>
        ) : (
          <p key={patient.orderId}>
            <Person patient={patient} />
          </p>
        ),
      )}
    </fieldset>
  );
}

function Person({ patient }: { patient: Candidate }) {
  const { visitStart, timezone, therapist, misfits, obstacle, urgent } = patient;
  const reason = obstacle ? obstacleNames[obstacle] : describeMisfits(misfits, patient);
  return (
    <>
      <WaitingName patient={patient} />
      <UrgentBadge isUrgent={urgent} />
      <span className="under">
        {visitStart === null || timezone === null ? (
          "No visit"
        ) : (
          <>
            Current visit: <DateTime at={visitStart} zone={timezone} /> with {therapist}
          </>
        )}
      </span>
      <span className="soft under">{reason || `Asked for: ${describeWish(patient)}`}</span>
    </>
  );
}
