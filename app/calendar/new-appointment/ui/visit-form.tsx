import { weekdayList } from "~/availability/ui/weekday-names";
import type { FormProblem } from "~/core/form-problem";
import { formatTime, formatWhen, iso, zoneLabel } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Check, Field, TextField } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { bookedVisitHref } from "./new-appointment-href";

interface Span {
  start: string;
  end: string;
  therapist: string;
  id?: number;
}

interface VisitFormProps {
  orderId: number;
  therapist: { id: number; name: string; zone: string; capacity: number; meetingLink: string | null };
  date: string;
  free: number[];
  booked: { id: number; start: number; end: number }[];
  /** Made by the page, so that a form that is sent twice makes one visit. */
  idempotencyKey: string;
  /** Whose alternatives may be taken: supervisors' all, a therapist's the own. */
  mayTake: (therapist: string) => boolean;
  problem?: FormProblem | undefined;
}

/** The third step: the time, and what belongs to the visit. */
export function VisitForm(props: VisitFormProps) {
  const { orderId, therapist, date, free, booked, idempotencyKey, problem } = props;
  const { zone } = therapist;
  const typed = problem?.typed ?? {};
  const day = weekdayList({ from_date: date, to_date: date });
  const label = free[0] ? ` (${zoneLabel(free[0], zone)})` : "";
  const accept = problem?.fields.accept;
  return (
    <form method="post" className="panel new-visit">
      <h2>{`Time on ${day}${label}`}</h2>
      {problem && <Trouble {...props} problem={problem} />}
      {accept && <Check name="accept" label="Book it all the same" defaultChecked={"accept" in typed} />}
      <p className="soft">
        {booked.length === 0
          ? `Nothing is booked on this day yet; its capacity is ${therapist.capacity}.`
          : `Booked on this day, ${booked.length} of ${therapist.capacity}: ${booked.map(({ start, end }) => `${formatTime(start, zone)} to ${formatTime(end, zone)}`).join(", ")}.`}
      </p>
      {booked.length >= therapist.capacity && (
        <Notice tone="warn">{`${therapist.name} has as many visits on this day as its capacity. You can go over it.`}</Notice>
      )}
      <fieldset className="times">
        <legend className="label">Free times</legend>
        {free.map((start) => (
          <label key={start}>
            <input type="radio" name="slot" value={iso(start)} defaultChecked={typed.slot === iso(start)} />
            <span>{formatTime(start, zone)}</span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="slot"
            value="other"
            defaultChecked={typed.slot === "other" || free.length === 0}
          />
          <span>Another time</span>
        </label>
      </fieldset>
      <div className="availability-fields">
        <Field name="time" label={`Time (${zone.replaceAll("_", " ")})`} type="time" problem={problem} />
        <Field name="visit_type" label="Visit type" value="Setup" maxLength={40} problem={problem} />
      </div>
      <Field
        name="meeting_link"
        label="Meeting link"
        hint="Begins with https://"
        type="url"
        inputMode="url"
        value={therapist.meetingLink ?? ""}
        problem={problem}
      />
      <TextField
        name="note"
        label="Note"
        hint="For the therapist's day sheet"
        maxLength={500}
        rows={2}
        problem={problem}
      />
      <fieldset>
        <legend className="label">Book it as</legend>
        <label className="check">
          <input type="radio" name="status" value="submitted" defaultChecked={typed.status !== "confirmed"} />
          <span>Submitted: it waits to be confirmed</span>
        </label>
        <label className="check">
          <input type="radio" name="status" value="confirmed" defaultChecked={typed.status === "confirmed"} />
          <span>Confirmed: the patient gets the meeting link and the invitation at once</span>
        </label>
      </fieldset>
      <Check
        name="sms_consent"
        label="The patient agreed to text messages about the visit"
        defaultChecked={"sms_consent" in typed}
      />
      <input type="hidden" name="order" value={orderId} />
      <input type="hidden" name="therapist" value={therapist.id} />
      <input type="hidden" name="date" value={date} />
      <input type="hidden" name="idempotency_key" value={typed.idempotency_key ?? idempotencyKey} />
      <p className="buttons">
        <Button>Book visit</Button>
      </p>
    </form>
  );
}

/** Why the time is not to be had, what it runs into, and what is free instead. */
function Trouble({ problem, therapist, mayTake }: VisitFormProps & { problem: FormProblem }) {
  const conflicts = ((problem.extra.conflicts ?? []) as Span[]).filter(({ id }) => id !== undefined);
  const alternatives = ((problem.extra.alternatives ?? []) as Span[]).filter((time) =>
    mayTake(time.therapist),
  );
  const when = ({ start }: Span) => formatWhen(Date.parse(start), therapist.zone);
  return (
    <Notice tone={problem.fields.accept ? "warn" : "bad"} role="alert">
      <p>{problem.message}</p>
      {conflicts.map((clash) => (
        <p key={clash.id}>
          {"It clashes with the visit on "}
          <a href={bookedVisitHref({ id: clash.id ?? 0, therapistId: therapist.id })}>
            {`${when(clash)} to ${formatTime(Date.parse(clash.end), therapist.zone)}`}
          </a>
          .
        </p>
      ))}
      {alternatives.length > 0 && (
        <p className="buttons">
          {alternatives.map((time) => (
            <Button
              key={`${time.start} ${time.therapist}`}
              name="offered"
              value={`${time.start}|${time.therapist}`}
              look="quiet"
              size="small"
            >
              {`Book ${when(time)} with ${time.therapist}`}
            </Button>
          ))}
        </p>
      )}
    </Notice>
  );
}
