import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { optional, recordId } from "~/core/fields";
import { plural } from "~/core/plural";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { therapistName } from "~/therapists/therapist-schema";
import { Button, QuietLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ShowAbsence } from "../absence-schema";
import { absenceHref } from "../absence-strings";
import { listTherapistsOfDay } from "../list-therapists-of-day.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Sick day – Firstnight" }];

const Query = z.object({
  therapist: optional(recordId).catch(undefined),
  /** Chosen already, for example in the calendar's filter. */
  name: optional(therapistName).catch(undefined),
  date: ShowAbsence.shape.date,
});

/** With a therapist, leads to the page that reassigns their day. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Query }, async ({ app, input }) => {
    const { therapist, name, date = localDate(app.clock.now(), zoneForStaff(args.request)) } = input;
    if (therapist) throw redirect(absenceHref(therapist, date));
    return { name, date, therapists: await listTherapistsOfDay(app.reads, date) };
  });

export default function SickDay() {
  const { name, date, therapists } = useLoaderData<typeof loader>();
  const chosen = therapists.find((therapist) => therapist.name === name);
  return (
    <StaffShell title="Sick day" here="/calendars">
      <form className="panel reading">
        <p>Choose who is out. The next page shows their visits and proposes another therapist for each.</p>
        <Field name="date" type="date" label="Day" value={date} required />
        <Choice name="therapist" label="Therapist" value={String(chosen?.id ?? "")} required>
          <option value="">Choose a therapist</option>
          {therapists.map(({ id, name, region, visits }) => (
            <option key={id} value={id}>{`${name} (${region}), ${plural(visits, "visit")}`}</option>
          ))}
        </Choice>
        <p className="buttons">
          <Button>Show visits</Button>
          <QuietLink href="/calendars">Back</QuietLink>
        </p>
      </form>
    </StaffShell>
  );
}
