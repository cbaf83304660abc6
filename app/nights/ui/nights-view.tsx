import { addDays } from "~/core/time";
import { Button, ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { Choice, Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { PhoneLink } from "~/ui/components/phone-link";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { lastNight, notOverText, windowNights } from "../adherence";
import { endReasons } from "../end-reasons";
import type { Progress, RecordedNight } from "../list-first-nights.server";
import type { OrderNights } from "../pages/find-order-nights.server";
import { longestSnooze } from "../put-off";

/** "412" minutes as "6 h 52 min". */
const duration = (minutes: number): string => `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

const dayText = (date: string): string =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(date));

type Followed = NonNullable<OrderNights["followed"]>;

export function NightsView({ order, followed, mayFollow, maySupervise }: OrderNights) {
  const { hidesNames, browserZone } = usePage();
  const patient = (
    <a href={`/orders/${order.id}`}>{(!hidesNames && order.patient_name) || `Patient ${order.patient_id}`}</a>
  );
  if (!followed) {
    return (
      <div className="panel reading stack">
        <p>The nights of {patient} aren't followed.</p>
        {mayFollow ? (
          <PostForm>
            <Problem />
            <input type="hidden" name="act" value="follow" />
            <p>They can be followed from the day of the completed visit on.</p>
            <Button>Follow the first 90 nights</Button>
          </PostForm>
        ) : (
          <p className="soft">They can be followed after a completed visit, by a supervisor.</p>
        )}
      </div>
    );
  }
  const { progress, ended, nights, startedOn, current } = followed;
  return (
    <div className="stack">
      <Problem />
      <section className="panel reading stack" aria-label="Summary">
        {ended ? (
          <Notice>
            Ended on <DateTime at={ended.at} zone={browserZone ?? "America/New_York"} format="day" />:{" "}
            {ended.reason}.
          </Notice>
        ) : (
          <Notice tone={progress.step.kind === "met" || progress.step.kind === "open" ? "plain" : "warn"}>
            {progress.step.text}
          </Notice>
        )}
        <dl className="rows divided">
          <Fact label="Patient">{patient}</Fact>
          <Fact label="Phone">
            {order.phone ? <PhoneLink phone={order.phone} extension={order.extension} /> : "No number"}
          </Fact>
          <Fact label="Night">
            {Math.min(progress.day, lastNight)} of {lastNight}, from {dayText(startedOn)}
          </Fact>
          <BestNights progress={progress} current={current} />
          {followed.snooze && (
            <Fact label="Snoozed">
              Until {dayText(followed.snooze.until)} by {followed.snooze.by}: {followed.snooze.reason}
            </Fact>
          )}
          {followed.reevaluation && (
            <Fact label="Re-evaluation">
              Booked elsewhere, on {dayText(followed.reevaluation.on)}. Saved by {followed.reevaluation.by}.
            </Fact>
          )}
        </dl>
        <p className="buttons">
          <ButtonLink href={`/api/orders/${order.id}/nights-evidence`} look="quiet">
            Evidence (PDF)
          </ButtonLink>
          <ButtonLink href={`/orders/${order.id}/plan`} look="quiet">
            Plan and readings
          </ButtonLink>
          <ButtonLink href={`/orders/${order.id}`} look="quiet">
            Order and notes
          </ButtonLink>
        </p>
      </section>
      {!ended && <NightForm current={current} />}
      {!ended && <PutOffForms followed={followed} />}
      <NightsTable nights={nights} />
      {maySupervise && <ChangeForms startedOn={startedOn} isEnded={ended !== null} />}
    </div>
  );
}

const BestNights = ({ progress: { adherence }, current }: { progress: Progress; current: string }) => (
  <>
    <Fact label={`Best ${windowNights} nights`}>
      {`${adherence.best.count} of ${windowNights} nights with 4 hours, ${dayText(adherence.best.from)} to ${dayText(adherence.best.to)}${notOverText(adherence.best, current)}`}
    </Fact>
    {adherence.metOn && <Fact label="Rule met">{dayText(adherence.metOn)}</Fact>}
    {adherence.latestStart && (
      <Fact label="Last chance">
        The device must be used every night from {dayText(adherence.latestStart)} at the latest.
      </Fact>
    )}
  </>
);

const NightForm = ({ current }: { current: string }) => (
  <PostForm className="panel reading stack" aria-labelledby="add-night">
    <h2 id="add-night">Add a night</h2>
    <p className="soft">
      What the patient reads off the device. The night is named after the evening. If the device reported the
      same night, its value counts.
    </p>
    <input type="hidden" name="act" value="save" />
    <div className="pair">
      <Field name="date" label="Night of" type="date" value={current} max={current} required />
      <Field name="hours" label="Hours" inputMode="numeric" maxLength={2} required />
      <Field name="minutes" label="Minutes" inputMode="numeric" maxLength={2} value="0" required />
    </div>
    <Button look="quiet">Save night</Button>
  </PostForm>
);

const sourceNames = { device: "Device", file: "File" } as const;

/** "Device", or each value if there are several: "File, 3141: 5 h 0 min. File, 2718: 2 h 0 min". */
function sourcesOf({ device, staff, reports }: RecordedNight): string {
  const [first] = reports;
  if (!first) return "Entered by staff";
  const shown =
    reports.length === 1
      ? sourceNames[first.source]
      : reports
          .map(({ source, device: serial, minutes }) => {
            const name = serial ? `${sourceNames[source]}, serial number ${serial}` : sourceNames[source];
            return `${name}: ${duration(minutes)}`;
          })
          .join(". ");
  return staff === null || staff === device ? shown : `${shown}. Staff entered ${duration(staff)}`;
}

const NightsTable = ({ nights }: { nights: readonly RecordedNight[] }) => (
  <Table
    caption="Nights"
    rows={nights}
    rowKey={({ date }) => date}
    empty="No night is recorded yet. Missing nights count as not used."
    columns={[
      { head: "Night of", cell: ({ date }) => dayText(date) },
      { head: "Use", align: "right", cell: ({ minutes }) => duration(minutes) },
      {
        head: "Source",
        cell: sourcesOf,
      },
    ]}
  />
);

const OneButton = ({ act, children }: { act: string; children: string }) => (
  <PostForm>
    <input type="hidden" name="act" value={act} />
    <Button look="quiet">{children}</Button>
  </PostForm>
);

function PutOffForms({ followed: { snooze, reevaluation, today } }: { followed: Followed }) {
  return (
    <section className="panel reading stack" aria-labelledby="put-off">
      <h2 id="put-off">Snooze and re-evaluation</h2>
      {snooze ? (
        <OneButton act="unsnooze">End snooze</OneButton>
      ) : (
        <PostForm className="stack" aria-label="Snooze">
          <p className="soft">
            Takes the patient off the list until a day, for example during a hospital stay. Check-ins and
            planned calls go on.
          </p>
          <input type="hidden" name="act" value="snooze" />
          <div className="pair">
            <Field
              name="snooze_until"
              label="Back on the list on"
              type="date"
              min={addDays(today, 1)}
              max={addDays(today, longestSnooze)}
              required
            />
            <Field name="snooze_reason" label="Why" maxLength={300} required />
          </div>
          <Button look="quiet">Snooze</Button>
        </PostForm>
      )}
      {reevaluation ? (
        <OneButton act="forget_reevaluation">Remove the re-evaluation</OneButton>
      ) : (
        <PostForm className="stack" aria-label="Re-evaluation booked elsewhere">
          <p className="soft">If the doctor's office booked the re-evaluation, save its day.</p>
          <input type="hidden" name="act" value="reevaluation" />
          <Field name="reevaluation_on" label="Re-evaluation booked elsewhere, on" type="date" required />
          <Button look="quiet">Save re-evaluation</Button>
        </PostForm>
      )}
    </section>
  );
}

function ChangeForms({ startedOn, isEnded }: { startedOn: string; isEnded: boolean }) {
  return (
    <details className="panel reading">
      <summary>{isEnded ? "Follow again" : "Restart or end"}</summary>
      <div className="stack">
        <PostForm className="stack" aria-labelledby="restart">
          <h2 id="restart">Count from another date</h2>
          <input type="hidden" name="act" value="restart" />
          <div className="pair">
            <Field name="started_on" label="First night" type="date" value={startedOn} required />
            <Field name="reason" label="Reason" maxLength={300} required />
          </div>
          <Button look="quiet">Restart the 90 nights</Button>
        </PostForm>
        {!isEnded && (
          <PostForm className="stack" aria-labelledby="end">
            <h2 id="end">End</h2>
            <input type="hidden" name="act" value="end" />
            <Choice name="end_reason" label="Why it ends" value="" required>
              <option value="">Choose a reason</option>
              {Object.entries(endReasons).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Choice>
            <Button look="danger">Stop following</Button>
          </PostForm>
        )}
      </div>
    </details>
  );
}
