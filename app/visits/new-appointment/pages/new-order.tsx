import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { FormProblem } from "~/core/form-problem";
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
import { orderFromSearch } from "../order-from-search";
import { newAppointmentHref } from "../ui/new-appointment-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Create an order – Firstnight" }];

const Chosen = NewAppointmentPage.pick({ therapist: true, date: true });

/** "start" shows the form with what the user searched for, which stays out of the address. */
const NewOrderForm = z.discriminatedUnion(
  "act",
  [
    NewAppointmentPage.pick({ therapist: true, date: true, q: true }).extend({ act: z.literal("start") }),
    CreateOrder.extend(Chosen.shape).extend({ act: z.literal("create") }),
  ],
  "Choose what to do.",
);

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Chosen }, async ({ app, who, input }) => ({
    supervises: isSupervisor(who),
    chosen: input,
    databases: await listOwnDatabases(app.reads, who),
    asksForZip: await haveHomeVisits(app.reads),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: NewOrderForm }, async ({ app, who, input }) => {
    if (input.act === "start") {
      const { q = "", therapist = "", date = "" } = input;
      const typed = { ...orderFromSearch(q), therapist: String(therapist), date };
      return json({ problem: { message: "", fields: {}, typed, extra: {} } satisfies FormProblem });
    }
    const { therapist, date, act: _, ...order } = input;
    const id = await createOrder(app, who, order);
    return redirect(
      newAppointmentHref({ order: id, therapist: therapist ?? null, ...(date && { date }) }),
      303,
    );
  });

export default function NewOrder() {
  const { supervises, chosen, databases, asksForZip } = useLoaderData<typeof loader>();
  const problem = useProblem();
  const existing = problem?.extra.order;
  const therapist = chosen.therapist ?? Number(problem?.typed.therapist ?? 0);
  const date = chosen.date ?? problem?.typed.date;
  const back = { therapist: therapist || null, ...(date && { date }) };
  return (
    <StaffShell title="Create an order" here={supervises ? "/calendars" : "/therapist"}>
      <PostForm action="/new-appointment/order" className="panel reading">
        <input type="hidden" name="act" value="create" />
        {therapist > 0 && <input type="hidden" name="therapist" value={therapist} />}
        {date && <input type="hidden" name="date" value={date} />}
        <p>
          For a caller whose order isn't here yet. The order starts in step 1. When the order system sends the
          same patient ID, it fills in the rest. All fields are required.
        </p>
        {problem?.message && (
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
          <Field
            name="patient_id"
            label="Patient ID"
            hint="The patient's number in the order system. Create the patient there first if there is none."
            inputMode="numeric"
            maxLength={15}
            autoComplete="off"
            required
          />
          <Field name="patient_name" label="Patient's name" maxLength={200} autoComplete="off" required />
          <Field name="phone" label="Phone" type="tel" maxLength={40} autoComplete="off" required />
          <Field
            name="dob"
            label="Date of birth"
            hint="Like 1/31/1960."
            maxLength={40}
            autoComplete="off"
            required
          />
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
