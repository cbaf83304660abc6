import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findInvitation } from "~/accounts/passwords/find-invitation.server";
import { PasswordLinkNotice } from "~/accounts/ui/password-link-notice";
import { localDate, zoneOrUtc } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { listSlotKinds } from "~/kinds/slot-kinds.server";
import { findNextSetup } from "~/operations/setup/hide-setup.server";
import { NextSetupStep } from "~/operations/ui/setup-steps";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { ChangeWeek, ShowWeek } from "../availability-schema";
import { availabilityHref } from "../availability-view";
import { willAdd } from "../changes/preview-strings";
import { listOutsideVisits } from "../changes/visits-outside-hours.server";
import { availabilityFlash, slotsAdded } from "../flash";
import { applyWeek } from "../rules/apply-week.server";
import { deleteHours, listHours, saveHours } from "../rules/weekly-hours.server";
import { AvailabilityNotice, OutsideVisits } from "../ui/availability-changes";
import { AvailabilityShell } from "../ui/availability-shell";
import { type Answer, typedOf } from "../ui/preview";
import { ApplyForm, HoursForm } from "../ui/week-forms";

export const handle = { look: "staff", scripts: ["copy"] };
export const meta = () => [{ title: "Weekly hours – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ShowWeek }, async ({ app, who, input }) => {
    const { id, name, timezone, user_id } = await ownTherapistOfId(app.reads, who, input.id);
    const now = app.clock.now();
    const zone = zoneOrUtc(timezone);
    return {
      therapist: { id, name, zone },
      today: localDate(now, zone),
      hours: await listHours(app.reads, id),
      kinds: await listSlotKinds(app.reads, id),
      outsideVisits: await listOutsideVisits(app.reads, id, now),
      message: await takeFlash(args, availabilityFlash),
      next: await findNextSetup(app, who),
      sent: input.added ? await findInvitation(app, who, user_id) : null,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeWeek }, async ({ app, who, input }) => {
    const therapist = await ownTherapistOfId(app.reads, who, input.id);
    const here = availabilityHref(input.id, "/week");
    if (input.act === "keep") await saveHours(app, who, therapist, { ...input, id: input.hours });
    else if (input.act === "drop") await deleteHours(app, who, therapist, input.hours);
    else {
      if (input.act === "open") await saveHours(app, who, therapist, { ...input, id: undefined });
      const applied = await applyWeek(app, who, therapist, {
        removeExisting: false,
        ...input,
        dryRun: input.act === "preview",
      });
      if (input.act === "preview") {
        return json({
          preview: { sentences: willAdd(applied), affected: applied.left_outside, typed: typedOf(input) },
        } satisfies Answer);
      }
      return redirectWithFlash<typeof availabilityFlash>(args, here, slotsAdded(applied));
    }
    return redirect(here, 303);
  });

export default function WeekPage() {
  const { therapist, today, hours, kinds, outsideVisits, message, next, sent } =
    useLoaderData<typeof loader>();
  const answer = (useActionData() as Answer | undefined) ?? {};
  const { problem } = answer;
  const hoursProblem = (id: string) =>
    problem && ["keep", "open", "drop"].includes(problem.typed.act ?? "") && problem.typed.hours === id
      ? problem
      : undefined;
  const weekAnswer = ["preview", "apply"].includes((answer.preview ?? problem)?.typed.act ?? "")
    ? answer
    : {};
  return (
    <AvailabilityShell therapist={therapist} page="/week">
      <PasswordLinkNotice sent={sent} />
      <div className="availability-result" role="status">
        {message && (
          <AvailabilityNotice {...message} id={therapist.id} back={availabilityHref(therapist.id, "/week")} />
        )}
      </div>
      {message && <NextSetupStep step={next} />}
      <p className="soft">
        {`These hours repeat every week. They are in the therapist's time zone (${therapist.zone.replaceAll("_", " ")}). ${hours.length === 0 ? "Open for booking also adds openings for the coming weeks. Add hours only saves them." : "Patients can book them after you apply them."}`}
      </p>
      <OutsideVisits visits={outsideVisits} therapist={therapist} />
      {hours.length > 0 && <ApplyForm today={today} answer={weekAnswer} therapist={therapist} />}
      {hours.map((entry) => (
        <HoursForm key={entry.id} hours={entry} kinds={kinds} problem={hoursProblem(String(entry.id))} />
      ))}
      <h2>Add hours</h2>
      <HoursForm
        key={`new ${hours.length}`}
        kinds={kinds}
        problem={hoursProblem("")}
        isFirst={hours.length === 0}
      />
    </AvailabilityShell>
  );
}
