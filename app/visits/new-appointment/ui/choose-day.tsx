import { weekdayList } from "~/availability/ui/weekday-names";
import { americanDate } from "~/core/dates";
import { plural } from "~/core/plural";
import { stepNames } from "~/orders/step";
import { Button } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { interpreterNeed, speaks } from "../../interpreter";
import type { FoundOrder } from "../found-order";
import { newAppointmentHref } from "./new-appointment-href";

export function ChosenOrder({ order }: { order: FoundOrder }) {
  const facts = [
    ["Patient", order.patient_name ?? "No name on file"],
    ["Date of birth", order.dob ? americanDate(order.dob) : "Unknown"],
    ["Patient ID", String(order.patient_id)],
    ["Database", order.brightree_db],
    ["Sales Order #", order.sales_order_no ?? "None"],
    ["State", order.state ?? "Unknown"],
    ["Order step", `${order.step}. ${stepNames[order.step - 1]}`],
    ["Language", speaks(order)],
    ...(order.interpreter ? [["Interpreter", interpreterNeed(order.interpreter)]] : []),
  ];
  return (
    <section className="panel" aria-label="Order">
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={newAppointmentHref({})}>Choose another order</a>
      </p>
    </section>
  );
}

interface KindFieldProps {
  kinds: { id: number; name: string }[];
  kind: { id: number };
}

const KindField = ({ kinds, kind }: KindFieldProps) => (
  <Choice key={kind.id} name="kind" label="Kind of visit" value={String(kind.id)}>
    {kinds.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Choice>
);

/** For a class, whose classes have their own therapists and days. */
export const ChooseKind = ({ order, ...props }: KindFieldProps & { order: FoundOrder }) => (
  <form className="panel">
    <h2>Kind</h2>
    <input type="hidden" name="order" value={order.id} />
    <div className="toolbar">
      <KindField {...props} />
      <Button look="quiet">Show times</Button>
    </div>
  </form>
);

interface ChooseDayProps {
  order: FoundOrder;
  therapists: { id: number; name: string; region: string }[];
  therapist: { id: number; name: string };
  date: string;
  days: { date: string; free: number }[];
  kinds: { id: number; name: string }[];
  kind: { id: number };
}

export function ChooseDay({ order, therapists, therapist, date, days, ...props }: ChooseDayProps) {
  const { kinds, kind } = props;
  const hasSeveral = kinds.length > 1;
  return (
    <form className="panel">
      <h2>{hasSeveral ? "Kind, therapist, and day" : "Therapist and day"}</h2>
      <input type="hidden" name="order" value={order.id} />
      <div className="toolbar">
        {hasSeveral && <KindField kinds={kinds} kind={kind} />}
        <Choice key={therapist.id} name="therapist" label="Therapist" value={String(therapist.id)}>
          {therapists.map(({ id, name, region }) => (
            <option key={id} value={id}>{`${name} (${region})`}</option>
          ))}
        </Choice>
        <Field key={date} name="date" label="Day" type="date" value={date} />
        <Button look="quiet">Show times</Button>
      </div>
      {days.length > 0 && (
        <nav className="day-choices" aria-label="Days with start times">
          {days.map((day) => (
            <a
              key={day.date}
              href={newAppointmentHref({
                order: order.id,
                therapist: therapist.id,
                date: day.date,
                kind: hasSeveral ? kind.id : undefined,
              })}
              aria-current={day.date === date ? "date" : undefined}
            >
              {weekdayList({ from_date: day.date, to_date: day.date })}
              <span className="soft">{` ${plural(day.free, "start time")}`}</span>
            </a>
          ))}
        </nav>
      )}
    </form>
  );
}
