import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { bookAsStaff } from "../new-appointment/book-as-staff.server";
import { findNewAppointmentPage } from "../new-appointment/find-new-appointment-page.server";
import { NewAppointmentForm, NewAppointmentPage } from "../new-appointment/new-appointment-schema";
import { BookedVisit } from "../new-appointment/ui/booked-visit";
import { ChooseDay, ChosenOrder } from "../new-appointment/ui/choose-day";
import { FindOrder, OrderVisitLink } from "../new-appointment/ui/find-order";
import { newAppointmentHref } from "../new-appointment/ui/new-appointment-href";
import { VisitForm } from "../new-appointment/ui/visit-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "New appointment – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: NewAppointmentPage }, async ({ app, who, input }) => {
    const staff = requireStaff(who);
    return {
      staff,
      supervises: isSupervisor(who),
      page: await findNewAppointmentPage(app, who, input),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: NewAppointmentForm }, async ({ app, who, input }) => {
    const visit = await bookAsStaff(app, who, input);
    return redirect(newAppointmentHref({ booked: visit.id }), 303);
  });

export default function NewAppointment() {
  const { supervises, page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell title="New appointment" here={supervises ? "/calendars" : "/therapist"}>
      {page.step === "booked" && <BookedVisit visit={page.visit} />}
      {page.step === "find" && <FindOrder {...page} />}
      {page.step === "order" && (
        <>
          <ChosenOrder order={page.order} />
          <Notice tone="warn">
            {page.order.visit ? (
              <>
                This order already has a visit: <OrderVisitLink visit={page.order.visit} />
              </>
            ) : (
              "No therapist record for your email. Contact an administrator."
            )}
          </Notice>
        </>
      )}
      {page.step === "time" && (
        <>
          <ChosenOrder order={page.order} />
          <ChooseDay {...page} />
          <VisitForm
            key={`${page.therapist.id} ${page.date}`}
            {...page}
            orderId={page.order.id}
            interpreter={page.order.interpreter}
            canBookWith={(name) => supervises || name === page.therapist.name}
            problem={problem}
          />
        </>
      )}
      {page.step !== "time" && problem && <Notice tone="bad">{problem.message}</Notice>}
    </StaffShell>
  );
}
