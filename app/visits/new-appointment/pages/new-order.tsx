import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { FormProblem } from "~/core/form-problem";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { haveHomeVisits } from "~/kinds/kinds.server";
import { CreateOrder, createOrder, listOwnSources } from "~/orders/create-order.server";
import type { orderFlash } from "~/orders/flash";
import { DatabaseField } from "~/orders/ui/database-field";
import { Check, Field } from "~/ui/components/field";
import { FormButtons, PostForm, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { NewAppointmentPage } from "../new-appointment-schema";
import { orderFromSearch } from "../order-from-search";
import { newAppointmentHref } from "../ui/new-appointment-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Create an order – Firstnight" }];

const Chosen = NewAppointmentPage.pick({ therapist: true, date: true }).extend({
  /** Opens the order afterward, in place of booking a visit for it. */
  next: z.literal("order").optional().catch(undefined),
});

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
    sources: await listOwnSources(app, who),
    asksForZip: await haveHomeVisits(app.reads),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: NewOrderForm }, async ({ app, who, input }) => {
    if (input.act === "start") {
      const { q = "", therapist = "", date = "" } = input;
      const typed = { ...orderFromSearch(q), therapist: String(therapist), date };
      return json({ problem: { message: "", fields: {}, typed, extra: {} } satisfies FormProblem });
    }
    const { therapist, date, next, act: _, ...order } = input;
    const id = await createOrder(app, who, order);
    if (next === "order") {
      const sheet = `/orders/${id}`;
      const givesLink = order.is_ready && isSupervisor(who);
      const then = givesLink ? `/orders/links?order=${id}&back=${sheet}` : sheet;
      return redirectWithFlash<typeof orderFlash>(args, then, "patient-added");
    }
    return redirect(
      newAppointmentHref({ order: id, therapist: therapist ?? null, ...(date && { date }) }),
      303,
    );
  });

export default function NewOrder() {
  const { supervises, chosen, sources, asksForZip } = useLoaderData<typeof loader>();
  const problem = useProblem();
  const existing = problem?.extra.order;
  const therapist = chosen.therapist ?? Number(problem?.typed.therapist ?? 0);
  const date = chosen.date ?? problem?.typed.date;
  const back = { therapist: therapist || null, ...(date && { date }) };
  const isAdded = (chosen.next ?? problem?.typed.next) === "order";
  const hasOrderSystem = sources.some((source) => source.hasOrderSystem);
  const isLocal = sources.some((source) => !source.hasOrderSystem);
  const [only] = sources;
  return (
    <StaffShell
      title={isAdded ? "Add a patient" : "Create an order"}
      here={isAdded ? "/orders" : supervises ? "/calendars" : "/therapist"}
    >
      <PostForm action="/new-appointment/order" className="panel reading">
        <p>
          {isAdded
            ? "Next, you give the patient a link to choose a time. You can also book the visit yourself."
            : "For a caller whose order isn't here yet."}
          {hasOrderSystem &&
            " The order starts in step 1. When the order system sends the same patient ID, it fills in the rest."}
        </p>
        {problem?.message && (
          <Notice tone="bad" role="alert">
            <p>{problem.message}</p>
            {typeof existing === "number" && (
              <p>
                {isAdded ? (
                  <a href={`/orders/${existing}`}>Open that order</a>
                ) : (
                  <a href={newAppointmentHref({ order: existing, ...back })}>Book a visit for that order</a>
                )}
              </p>
            )}
          </Notice>
        )}
        <div className="pair">
          <Field
            name="patient_name"
            label={<Required>Patient's name</Required>}
            maxLength={200}
            autoComplete="off"
            required
          />
          <Field
            name="dob"
            label={<Required>Date of birth</Required>}
            hint="Like 1/31/1960."
            maxLength={40}
            autoComplete="off"
            required
          />
          <Field
            name="phone"
            label="Phone"
            hint="Enter a phone number, an email address, or both."
            type="tel"
            maxLength={60}
            autoComplete="off"
          />
          <Field name="email" label="Email" type="email" maxLength={254} autoComplete="off" />
          {sources.length === 1 && only && !only.hasOrderSystem ? null : (
            <DatabaseField
              label={hasOrderSystem ? "Brightree DB" : "Database"}
              databases={sources.map(({ name }) => name)}
            />
          )}
          <Field
            name="patient_id"
            label={isLocal ? "Patient ID" : <Required>Patient ID</Required>}
            hint={idHint({ hasOrderSystem, isLocal })}
            inputMode="numeric"
            maxLength={15}
            autoComplete="off"
            required={!isLocal}
          />
          {asksForZip && (
            <Field
              name="zip"
              label="ZIP code"
              hint="Home visits are offered where a therapist travels."
              inputMode="text"
              maxLength={20}
              autoComplete="off"
            />
          )}
        </div>
        {isLocal && (
          <Check
            name="is_ready"
            label={`The order is ready to schedule${hasOrderSystem ? " (without an order system)" : ""}. Otherwise it starts in step 1, Sleep Intake QA.`}
            defaultChecked={isAdded}
          />
        )}
        <FormButtons back={isAdded ? "/orders" : newAppointmentHref(back)}>
          {isAdded ? "Add patient" : "Create order"}
        </FormButtons>
        {sources.length === 1 && only && !only.hasOrderSystem && (
          <input type="hidden" name="brightree_db" value={only.name} />
        )}
        <input type="hidden" name="act" value="create" />
        {isAdded && <input type="hidden" name="next" value="order" />}
        {therapist > 0 && <input type="hidden" name="therapist" value={therapist} />}
        {date && <input type="hidden" name="date" value={date} />}
      </PostForm>
    </StaffShell>
  );
}

const Required = ({ children }: { children: string }) => (
  <>
    {children}
    <span className="soft"> (required)</span>
  </>
);

function idHint({ hasOrderSystem, isLocal }: { hasOrderSystem: boolean; isLocal: boolean }): string {
  if (!hasOrderSystem) return "Your own number for the patient. If you leave it empty, Firstnight makes one.";
  const number = "The patient's number in the order system. Create the patient there first if there is none.";
  return isLocal ? `${number} Without an order system, you can leave it empty.` : number;
}
