import { weekdayList } from "~/availability/ui/weekday-names";
import type { FormProblem } from "~/core/form-problem";
import { formatTime, formatWhen, iso, zoneLabel } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Check, Field, TextField } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { InterpreterQuestion } from "../../ui/interpreter-question";
import type { FoundOrder } from "../found-order";
import { EarlyReason } from "./early-reason";
import { bookedVisitHref } from "./new-appointment-href";

interface Span {
  start: string;
  end: string;
  therapist: string;
  id?: number;
}

interface VisitFormProps {
  order: FoundOrder;
  therapist: {
    id: number;
    name: string;
    zone: string;
    capacity: number;
    meetingLink: string | null;
    makesLinks: boolean;
  };
  date: string;
  kinds: readonly unknown[];
  kind: { id: number; needsLink: boolean };
  free: number[];
  /** The start to propose. */
  proposed?: number | undefined;
  warnings: string[];
  booked: { id: number; start: number; end: number }[];
  idempotencyKey: string;
  /** Therapists can book only their own times. */
  canBookWith: (therapist: string) => boolean;
  problem?: FormProblem | undefined;
}

export function VisitForm(props: VisitFormProps) {
  const { order, therapist, date, free, proposed, booked, warnings, idempotencyKey, problem, kind } = props;
  const { zone } = therapist;
  const typed = problem?.typed ?? {};
  const chosen = problem
    ? typed.slot
    : proposed !== undefined && free.includes(proposed)
      ? iso(proposed)
      : undefined;
  const day = weekdayList({ from_date: date, to_date: date });
  const label = free[0] ? ` (${zoneLabel(free[0], zone)})` : "";
  const accept = problem?.fields.accept;
  return (
    <form method="post" className="panel new-visit">
      <h2>{`Time on ${day}${label}`}</h2>
      {problem && <TimeProblem {...props} problem={problem} />}
      {accept && <Check name="accept" label="Book this time anyway" defaultChecked={"accept" in typed} />}
      <p className="soft">
        {booked.length === 0
          ? `No visits on this day yet. The daily capacity is ${therapist.capacity}.`
          : `${booked.length} of ${therapist.capacity} booked on this day: ${booked.map(({ start, end }) => `${formatTime(start, zone)} to ${formatTime(end, zone)}`).join(", ")}.`}
      </p>
      {booked.length >= therapist.capacity && (
        <Notice tone="warn">{`${therapist.name} has reached the daily capacity. You can still book a visit on this day.`}</Notice>
      )}
      {!accept &&
        warnings.map((warning) => (
          <Notice key={warning} tone="warn">{`${warning} You can still book a visit on this day.`}</Notice>
        ))}
      <EarlyReason orders={[order]} problem={problem} />
      {proposed !== undefined && !chosen && !problem && (
        <Notice tone="warn">{`${formatTime(proposed, zone)} isn't open anymore. Choose another time.`}</Notice>
      )}
      <fieldset className="options times">
        <legend className="label">Openings</legend>
        {free.map((start) => (
          <label key={start}>
            <input type="radio" name="slot" value={iso(start)} defaultChecked={chosen === iso(start)} />
            <span>{formatTime(start, zone)}</span>
          </label>
        ))}
        <label>
          <input
            type="radio"
            name="slot"
            value="other"
            defaultChecked={chosen === "other" || free.length === 0}
          />
          <span>Another time</span>
        </label>
      </fieldset>
      <div className="availability-fields">
        <Field name="time" label={`Time (${zone.replaceAll("_", " ")})`} type="time" problem={problem} />
        <Field name="visit_type" label="Visit type" value="Setup" maxLength={40} problem={problem} />
      </div>
      {kind.needsLink && (
        <Field
          name="meeting_link"
          label="Meeting link"
          hint={
            therapist.makesLinks
              ? "It starts with https://. If empty, it is made from your company's template."
              : "It starts with https://."
          }
          type="url"
          inputMode="url"
          value={therapist.meetingLink ?? ""}
          problem={problem}
        />
      )}
      <TextField
        name="note"
        label="Note"
        hint="For the therapist's day sheet"
        maxLength={500}
        rows={2}
        problem={problem}
      />
      <fieldset>
        <legend className="label">Book as</legend>
        <label className="check">
          <input type="radio" name="status" value="submitted" defaultChecked={typed.status !== "confirmed"} />
          <span>Submitted: the therapist still has to confirm it</span>
        </label>
        <label className="check">
          <input type="radio" name="status" value="confirmed" defaultChecked={typed.status === "confirmed"} />
          <span>
            {kind.needsLink
              ? "Confirmed: the patient gets the meeting link and an invitation now"
              : "Confirmed: the patient gets an invitation now"}
          </span>
        </label>
      </fieldset>
      <InterpreterQuestion
        visit={{ interpreter: order.interpreter, interpreter_arranged: false }}
        problem={problem}
      />
      <Check
        name="sms_consent"
        label="The patient agreed to get text messages about the visit"
        defaultChecked={"sms_consent" in typed}
      />
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="therapist" value={therapist.id} />
      <input type="hidden" name="date" value={date} />
      {props.kinds.length > 1 && <input type="hidden" name="kind" value={kind.id} />}
      <input type="hidden" name="idempotency_key" value={typed.idempotency_key ?? idempotencyKey} />
      <p className="buttons">
        <Button>Book visit</Button>
      </p>
    </form>
  );
}

function TimeProblem({ problem, therapist, canBookWith }: VisitFormProps & { problem: FormProblem }) {
  const conflicts = ((problem.extra.conflicts ?? []) as Span[]).filter(({ id }) => id !== undefined);
  const alternatives = ((problem.extra.alternatives ?? []) as Span[]).filter((time) =>
    canBookWith(time.therapist),
  );
  const when = ({ start }: Span) => formatWhen(Date.parse(start), therapist.zone);
  return (
    <Notice tone={problem.fields.accept ? "warn" : "bad"} role="alert">
      <p>{problem.message}</p>
      {conflicts.map((clash) => (
        <p key={clash.id}>
          {"This time overlaps the visit on "}
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
