import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { zoneOrUtc } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { AvailabilityPage, ChangeDaysOff } from "../availability-schema";
import { availabilityHref } from "../availability-view";
import { willBlockDays } from "../changes/preview-strings";
import { listOutsideVisits, listOutsideVisitsOf } from "../changes/visits-outside-hours.server";
import { availabilityFlash, daysOffAdded, slotsRestored } from "../flash";
import { addDaysOff, listDaysOff, removeDayOff } from "../rules/days-off.server";
import {
  AvailabilityNotice,
  AvailabilityResult,
  OutsideVisitList,
  OutsideVisits,
} from "../ui/availability-changes";
import { AvailabilityShell } from "../ui/availability-shell";
import { type Answer, filledWith, typedOf } from "../ui/preview";
import { weekdayList } from "../ui/weekday-names";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Days off – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: AvailabilityPage }, async ({ app, who, input }) => {
    const therapist = await ownTherapistOfId(app.reads, who, input.id);
    const now = app.clock.now();
    const message = await takeFlash(args, availabilityFlash);
    const affected = message?.batch ? await listOutsideVisitsOf(app.reads, message.batch) : [];
    const outsideVisits = await listOutsideVisits(app.reads, therapist.id, now);
    return {
      therapist: { id: therapist.id, name: therapist.name, zone: zoneOrUtc(therapist.timezone) },
      daysOff: await listDaysOff(app.reads, therapist, now),
      affected,
      outsideVisits: outsideVisits.filter(({ id }) => affected.every((visit) => visit.id !== id)),
      message,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeDaysOff }, async ({ app, who, input }) => {
    const therapist = await ownTherapistOfId(app.reads, who, input.id);
    const here = availabilityHref(input.id, "/days-off");
    if (input.act === "remove") {
      const undone = await removeDayOff(app, who, therapist, input.dayOff);
      return redirectWithFlash<typeof availabilityFlash>(args, here, slotsRestored(undone));
    }
    const days = { ...input, toDate: input.toDate ?? input.fromDate };
    const added = await addDaysOff(app, who, therapist, { ...days, dryRun: input.act === "preview" });
    if (input.act === "preview") {
      return json({
        preview: { sentences: willBlockDays(added), affected: added.left_outside, typed: typedOf(input) },
      } satisfies Answer);
    }
    return redirectWithFlash<typeof availabilityFlash>(args, here, daysOffAdded({ ...days, ...added }));
  });

export default function DaysOff() {
  const { therapist, daysOff, affected, outsideVisits, message } = useLoaderData<typeof loader>();
  const answer = (useActionData() as Answer | undefined) ?? {};
  const filled = filledWith(answer);
  return (
    <AvailabilityShell therapist={therapist} page="/days-off">
      <div className="availability-result" role="status">
        {message && (
          <AvailabilityNotice
            {...message}
            id={therapist.id}
            back={availabilityHref(therapist.id, "/days-off")}
          />
        )}
        <OutsideVisitList visits={affected} therapist={therapist} />
      </div>
      <OutsideVisits visits={outsideVisits} therapist={therapist} />
      <form method="post" className="panel">
        <h2>Add days off</h2>
        <p className="soft">
          Free slots on these days are removed, and no new ones are generated. Booked visits are not canceled.
        </p>
        <div className="availability-fields">
          <Field name="fromDate" label="First day" type="date" problem={filled} />
          <Field name="toDate" label="Last day" type="date" problem={filled} />
          <Field name="note" label="Note" maxLength={80} problem={filled} />
        </div>
        <p className="buttons">
          <Button name="act" value="add">
            Add days off
          </Button>
          <Button name="act" value="preview" look="quiet">
            Preview
          </Button>
        </p>
        <div className="availability-result" role="status">
          <AvailabilityResult {...answer} />
          <OutsideVisitList visits={answer.preview?.affected ?? []} therapist={therapist} />
        </div>
      </form>
      <section className="panel slots-on-file">
        <h2>Upcoming days off</h2>
        {daysOff.length === 0 && <p className="soft">No days off.</p>}
        <ul>
          {daysOff.map((off) => (
            <li key={off.id}>
              <span>
                {weekdayList(off)} {off.note && <span className="soft">{off.note}</span>}
              </span>
              <form method="post">
                <input type="hidden" name="dayOff" value={off.id} />
                <Button
                  name="act"
                  value="remove"
                  look="quiet"
                  size="small"
                  aria-label={`Remove ${weekdayList(off)}`}
                >
                  Remove
                </Button>
              </form>
            </li>
          ))}
        </ul>
      </section>
    </AvailabilityShell>
  );
}
