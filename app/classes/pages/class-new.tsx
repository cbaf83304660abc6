import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { invalidField, Refusal } from "~/core/refusal";
import { instantOf, minute, zoneName, zoneOrUtc } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { NewClassPage, ScheduleClassForm } from "../class-schema";
import { listClassKinds } from "../class-times.server";
import type { classFlash } from "../flash";
import { scheduleClasses } from "../schedule-class.server";
import { ClassFields } from "../ui/class-fields";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Schedule a class – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: NewClassPage }, async ({ app, who, input }) => {
    const kinds = await listClassKinds(app.reads, who);
    const only = kinds.length === 1 ? kinds[0] : undefined;
    return { kinds, chosen: kinds.find(({ id }) => id === input.kind) ?? only ?? null, now: app.clock.now() };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ScheduleClassForm }, async ({ app, who, input }) => {
    const kinds = await listClassKinds(app.reads, who);
    const kind = kinds.find(({ id }) => id === input.kind);
    if (!kind) throw new Refusal("invalid", "This kind of class was retired. Choose another one.");
    const leader = kind.therapists.find(({ id }) => id === input.therapist);
    if (!leader) throw invalidField("therapist", "This therapist can't lead the class. Choose another one.");
    const start = instantOf(input.date, input.time, zoneOrUtc(kind.place_zone ?? leader.timezone));
    if (start === null) {
      throw invalidField("time", "The clocks skip this time on that day. Choose another time.");
    }
    const { date: _, time: __, others = [], ...rest } = input;
    const { ids, skipped } = await scheduleClasses(app, who, {
      ...rest,
      therapist: [leader.id, ...others.filter((id) => id !== leader.id)],
      start,
    });
    const [only] = ids;
    return redirectWithFlash<typeof classFlash>(
      args,
      ids.length === 1 && only ? `/classes/${only}` : "/classes",
      ["class-scheduled", ids.length, skipped.length],
    );
  });

export default function NewClass() {
  const { kinds, chosen, now } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Schedule a class" here="/classes">
      {kinds.length === 0 && (
        <p>There is no kind of visit for classes that you can lead. Ask your admin to add one.</p>
      )}
      {kinds.length > 1 && (
        <form className="panel stack">
          <Choice name="kind" label="Kind of class" value={chosen ? String(chosen.id) : undefined}>
            {kinds.map(({ id, name, company }) => (
              <option key={id} value={id}>
                {kinds.some((other) => other.company !== company) ? `${name} (${company})` : name}
              </option>
            ))}
          </Choice>
          <p className="buttons">
            <Button look="quiet">Choose</Button>
          </p>
        </form>
      )}
      {chosen && (
        <PostForm className="panel stack">
          <Problem />
          <h2>{chosen.name}</h2>
          <p className="soft">
            {`${plural(Math.round(chosen.length / minute), "minute")}, ${chosen.place ?? "by video"}. The therapist needs no openings at this time.`}
          </p>
          <input type="hidden" name="kind" value={chosen.id} />
          <ClassFields
            therapists={chosen.therapists}
            seats={chosen.seats}
            zone={
              chosen.place_zone
                ? zoneName(now, zoneOrUtc(chosen.place_zone))
                : "in the time zone of who leads it"
            }
            isAtPlace={chosen.place !== null}
            repeats
          />
          <FormButtons back="/classes">Schedule class</FormButtons>
        </PostForm>
      )}
      {kinds.length === 0 && <ButtonLink href="/classes">Back</ButtonLink>}
    </StaffShell>
  );
}
