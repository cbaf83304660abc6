import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { bookSeatAsStaff } from "~/classes/take-seat.server";
import { formatFull, localDate, zoneOrUtc } from "~/core/time";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { needsLink } from "~/kinds/kind-schema";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { Visit } from "../../visit";
import { whenForStaff } from "../../visit-times";
import { bookAsStaff } from "../book-as-staff.server";
import { NewAppointmentForm, NewAppointmentPage, NewSeatForm } from "../new-appointment-schema";
import { ChooseDay, ChooseKind, ChosenOrder } from "../ui/choose-day";
import { ChooseSeat } from "../ui/choose-seat";
import { FindOrder, OrderVisitLink } from "../ui/find-order";
import { bookedVisitHref, newAppointmentHref } from "../ui/new-appointment-href";
import { VisitForm } from "../ui/visit-form";
import { findNewAppointmentPage } from "./find-new-appointment-page.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "New appointment – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: NewAppointmentPage }, async ({ app, who, input }) => {
    return {
      staff: who,
      supervises: isSupervisor(who),
      page: await findNewAppointmentPage(app, who, input),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(
    args,
    { allow: allStaff, input: z.union([NewSeatForm, NewAppointmentForm]) },
    async ({ app, who, input }) => {
      const visit =
        "class" in input
          ? await bookSeatAsStaff(app, who, { ...input, id: input.class })
          : await bookAsStaff(app, who, input);
      return redirect(newAppointmentHref({ booked: visit.id }), 303);
    },
  );

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
      {page.step === "class" && (
        <>
          <ChosenOrder order={page.order} />
          <ChooseKind {...page} />
          <ChooseSeat key={page.kind.id} {...page} problem={problem} />
        </>
      )}
      {page.step === "time" && (
        <>
          <ChosenOrder order={page.order} />
          <ChooseDay {...page} />
          <VisitForm
            key={`${page.therapist.id} ${page.date} ${page.kind.id}`}
            {...page}
            canBookWith={(name) => supervises || name === page.therapist.name}
            problem={problem}
          />
        </>
      )}
      {page.step !== "time" && page.step !== "class" && problem && (
        <Notice tone="bad">{problem.message}</Notice>
      )}
    </StaffShell>
  );
}

function BookedVisit({ visit }: { visit: Visit }) {
  const { hidesNames } = usePage();
  const name = hidesNames ? null : visit.patient_name;
  const patient = `${name ? `${name}, patient` : "Patient"} ${visit.patient_id}`;
  const zone = zoneOrUtc(visit.timezone);
  const next =
    visit.status === "confirmed"
      ? `The visit is confirmed. The patient will get ${needsLink(visit) ? "the meeting link and " : ""}an invitation.`
      : "The visit still needs to be confirmed.";
  return (
    <Notice tone="good" role="status">
      <h2>Visit booked</h2>
      <p>{`${patient}, with ${visit.therapist} on ${whenForStaff(visit, formatFull)}.`}</p>
      <p>{next}</p>
      <p className="buttons">
        <ButtonLink href={bookedVisitHref({ id: visit.id, therapistId: visit.therapist_id })}>
          Open visit
        </ButtonLink>
        <ButtonLink
          href={`/therapist/day?therapist=${visit.therapist_id}&date=${localDate(visit.start_at, zone)}`}
          look="quiet"
        >
          Day sheet
        </ButtonLink>
        <ButtonLink href={newAppointmentHref({})} look="quiet">
          Book another appointment
        </ButtonLink>
      </p>
    </Notice>
  );
}
