import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { americanDate } from "~/core/dates";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Check, Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findOrders } from "~/visits/new-appointment/find-orders.server";
import { EarlyReason } from "~/visits/new-appointment/ui/early-reason";
import { AddToClass, AddToClassPage } from "../class-schema";
import { listTherapistsOfClass, requireOwnClass } from "../classes.server";
import type { classFlash } from "../flash";
import { bookSeatAsStaff } from "../take-seat.server";
import { ClassFacts } from "../ui/class-facts";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Add a patient – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: AddToClassPage }, async ({ app, who, input }) => {
    const q = input.q ?? "";
    return {
      session: await requireOwnClass(app.reads, who, input.id),
      therapists: await listTherapistsOfClass(app.reads, input.id),
      q,
      found: q === "" ? null : await findOrders(app, who, q),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: AddToClass }, async ({ app, who, input }) => {
    await bookSeatAsStaff(app, who, input);
    return redirectWithFlash<typeof classFlash>(args, `/classes/${input.id}`, "seat-booked");
  });

export default function AddPatient() {
  const { session, therapists, q, found } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell title={`Add a patient to ${session.kind}`} here="/classes">
      <section className="panel">
        <ClassFacts session={session} therapists={therapists} />
      </section>
      <form className="panel stack">
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
          <ButtonLink look="quiet" href={`/classes/${session.id}`}>
            Back
          </ButtonLink>
        </p>
      </form>
      {found && (
        <PostForm className="stack">
          <Problem />
          {problem?.fields.accept && <Check name="accept" label="Add the patient anyway" />}
          <Check
            name="sms_consent"
            label="The patient agreed to get text messages about the visit"
            defaultChecked={"sms_consent" in (problem?.typed ?? {})}
          />
          <EarlyReason orders={found.orders.filter(({ visit }) => !visit)} problem={problem} />
          <Table
            caption="Orders found"
            rows={found.orders}
            rowKey={(order) => order.id}
            empty={`No open orders match “${q}”.`}
            stacks
            columns={[
              { head: "Patient", align: "name", cell: (order) => order.patient_name ?? "No name on file" },
              {
                head: "Date of birth",
                align: "when",
                cell: (order) => (order.dob ? americanDate(order.dob) : "–"),
              },
              { head: "Patient ID", align: "right", cell: (order) => order.patient_id },
              { head: "Sales Order #", cell: (order) => order.sales_order_no ?? "–" },
              {
                head: "Seat",
                align: "acts",
                cell: (order) =>
                  order.visit ? (
                    "Has a visit already"
                  ) : (
                    <Button look="quiet" size="small" name="order" value={order.id}>
                      Add to the class
                      <span className="unseen"> patient {order.patient_id}</span>
                    </Button>
                  ),
              },
            ]}
          />
          {found.more && <p className="soft">There are more results. Narrow your search.</p>}
        </PostForm>
      )}
    </StaffShell>
  );
}
