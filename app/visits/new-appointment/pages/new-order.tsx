import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { haveHomeVisits } from "~/kinds/kinds.server";
import { CreateOrder, createOrder, listOwnDatabases } from "~/orders/create-order.server";
import { DatabaseField } from "~/orders/ui/database-field";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { NewAppointmentPage } from "../new-appointment-schema";
import { newAppointmentHref } from "../ui/new-appointment-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Create an order – Firstnight" }];

const Chosen = NewAppointmentPage.pick({ therapist: true, date: true });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Chosen }, async ({ app, who, input }) => ({
    supervises: isSupervisor(who),
    chosen: input,
    databases: await listOwnDatabases(app.reads, who),
    asksForZip: await haveHomeVisits(app.reads),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(
    args,
    { allow: allStaff, input: CreateOrder.extend(Chosen.shape) },
    async ({ app, who, input }) => {
      const { therapist, date, ...order } = input;
      const id = await createOrder(app, who, order);
      return redirect(
        newAppointmentHref({ order: id, therapist: therapist ?? null, ...(date && { date }) }),
        303,
      );
    },
  );

export default function NewOrder() {
  const { supervises, chosen, databases, asksForZip } = useLoaderData<typeof loader>();
  const problem = useProblem();
  const existing = problem?.extra.order;
  const { therapist, date } = chosen;
  const back = { therapist: therapist ?? null, ...(date && { date }) };
  return (
    <StaffShell title="Create an order" here={supervises ? "/calendars" : "/therapist"}>
      <PostForm action="/new-appointment/order" className="panel reading">
        {therapist && <input type="hidden" name="therapist" value={therapist} />}
        {date && <input type="hidden" name="date" value={date} />}
        <p>
          For a caller whose order isn't here yet. The order starts in step 1. When the order system sends the
          same patient ID, it fills in the rest.
        </p>
        {problem && (
          <Notice tone="bad" role="alert">
            <p>{problem.message}</p>
            {typeof existing === "number" && (
              <p>
                <a href={newAppointmentHref({ order: existing, ...back })}>Book a visit for that order</a>
              </p>
            )}
          </Notice>
        )}
        <div className="pair">
          <DatabaseField label="Brightree DB" databases={databases} />
          <Field name="patient_id" label="Patient ID" inputMode="numeric" maxLength={15} autoComplete="off" />
          <Field name="patient_name" label="Patient's name" maxLength={200} autoComplete="off" />
          <Field name="phone" label="Phone" type="tel" maxLength={40} autoComplete="off" />
          <Field name="dob" label="Date of birth" placeholder="1/31/1960" maxLength={40} autoComplete="off" />
          {asksForZip && (
            <Field
              name="zip"
              label="ZIP code (optional)"
              hint="Home visits are offered where a therapist travels."
              inputMode="text"
              maxLength={20}
              autoComplete="off"
            />
          )}
        </div>
        <FormButtons back={newAppointmentHref(back)}>Create order</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
