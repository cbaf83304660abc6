import { weekdayList } from "~/availability/ui/weekday-names";
import { americanDate } from "~/core/dates";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Table } from "~/ui/components/table";
import type { FoundOrder } from "../found-order";
import { bookedVisitHref, newAppointmentHref } from "./new-appointment-href";

interface FindOrderProps {
  q: string;
  found: { orders: FoundOrder[]; more: boolean } | null;
  /** Already chosen, for example in the capacity table. */
  therapist: { id: number; name: string } | null;
  date?: string | undefined;
}

export function FindOrder({ q, found, therapist, date }: FindOrderProps) {
  const chosen = { therapist: therapist?.id ?? null, ...(date && { date }) };
  const day = date && weekdayList({ from_date: date, to_date: date });
  return (
    <>
      <form className="panel">
        <h2>Find the order</h2>
        {(therapist || day) && (
          <p>
            {["Booking a visit", therapist && `with ${therapist.name}`, day && `on ${day}`]
              .filter(Boolean)
              .join(" ")}
            .
          </p>
        )}
        {therapist && <input type="hidden" name="therapist" value={therapist.id} />}
        {date && <input type="hidden" name="date" value={date} />}
        <Field
          name="q"
          label="Search orders"
          hint="Enter a name, patient ID, sales order, phone number or date of birth."
          value={q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        <p className="buttons">
          <Button>Find order</Button>
        </p>
      </form>
      {found && (
        <>
          <Table
            caption="Orders found"
            rows={found.orders}
            rowKey={(order) => order.id}
            empty={`No open orders match “${q}”.`}
            columns={[
              {
                key: "name",
                head: "Patient",
                cell: (order) => <PatientOf order={order} chosen={chosen} />,
              },
              {
                key: "dob",
                head: "Date of birth",
                align: "when",
                cell: (order) => (order.dob ? americanDate(order.dob) : "–"),
              },
              { key: "pid", head: "Patient ID", align: "right", cell: (order) => order.patient_id },
              { key: "db", head: "Database", align: "id", cell: (order) => order.brightree_db },
              { key: "so", head: "Sales Order #", cell: (order) => order.sales_order_no ?? "–" },
            ]}
          />
          <form method="post" action="/new-appointment/order" className="row">
            <input type="hidden" name="act" value="start" />
            <input type="hidden" name="q" value={q} />
            {therapist && <input type="hidden" name="therapist" value={therapist.id} />}
            {date && <input type="hidden" name="date" value={date} />}
            <p>
              {found.orders.length === 0 ? "Is the caller's order not here yet?" : "Not the right order?"}
            </p>
            <Button look="quiet" size="small">
              Create an order
            </Button>
          </form>
          {found.more && <p className="soft">There are more results. Narrow your search.</p>}
        </>
      )}
    </>
  );
}

interface PatientOfProps {
  order: FoundOrder;
  chosen: { therapist: number | null; date?: string };
}

function PatientOf({ order, chosen }: PatientOfProps) {
  const name = order.patient_name ?? "No name on file";
  if (!order.visit) return <a href={newAppointmentHref({ order: order.id, ...chosen })}>{name}</a>;
  return (
    <>
      <p>{name}</p>
      <p>
        <OrderVisitLink visit={order.visit} />
      </p>
    </>
  );
}

export function OrderVisitLink({ visit }: { visit: NonNullable<FoundOrder["visit"]> }) {
  if (!visit.own) return "Booked with another therapist";
  return (
    <a href={bookedVisitHref(visit)}>{`Booked for ${formatWhen(visit.start, zoneOrUtc(visit.timezone))}`}</a>
  );
}
