import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { invalidField } from "~/core/refusal";
import { instantOf, localDate, wallTime, zoneLabel } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { changeClass } from "../change-class.server";
import { ChangeClassForm, ClassPage } from "../class-schema";
import { listClassKinds } from "../class-times.server";
import { listTherapistsOfClass, requireOwnClass } from "../classes.server";
import type { classFlash } from "../flash";
import { ClassFields } from "../ui/class-fields";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Change class – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ClassPage }, async ({ app, who, input }) => {
    const session = await requireOwnClass(app.reads, who, input.id);
    const kinds = await listClassKinds(app.reads, who);
    return {
      session,
      chosen: await listTherapistsOfClass(app.reads, session.id),
      therapists: kinds.find(({ id }) => id === session.kind_id)?.therapists ?? [],
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeClassForm }, async ({ app, who, input }) => {
    const session = await requireOwnClass(app.reads, who, input.id);
    const start = instantOf(input.date, input.time, session.zone);
    if (start === null) {
      throw invalidField("time", "The clocks skip this time on that day. Choose another time.");
    }
    const { date: _, time: __, others = [], therapist, ...rest } = input;
    await changeClass(app, who, {
      ...rest,
      start,
      therapist: [therapist, ...others.filter((id) => id !== therapist)],
    });
    return redirectWithFlash<typeof classFlash>(args, `/classes/${session.id}`, [
      "class-changed",
      session.taken,
    ]);
  });

export default function ChangeClass() {
  const { session, chosen, therapists } = useLoaderData<typeof loader>();
  const { start_at, zone } = session;
  return (
    <StaffShell title="Change class" here="/classes">
      <PostForm className="panel stack">
        <Problem />
        <h2>{session.kind}</h2>
        <p>
          {session.taken > 0
            ? "If the day, the time, or who leads the class changes, each patient gets one notice."
            : "No one has a seat yet, so no patient gets a notice."}
        </p>
        <input type="hidden" name="version" value={session.version} />
        <ClassFields
          therapists={therapists}
          chosen={chosen}
          date={localDate(start_at, zone)}
          time={wallTime(start_at, zone).slice(11, 16)}
          seats={session.seats}
          zone={zoneLabel(start_at, zone)}
          link={session.meeting_link}
          isAtPlace={session.place_id !== null}
        />
        <FormButtons back={`/classes/${session.id}`}>Save</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
