import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { loadPage } from "~/http/page.server";
import { findPeople } from "~/visits/find-people.server";
import { forPatient } from "~/visits/notices/calendar-description";
import {
  calendarInvitation,
  findCalendarEntry,
  organizerOf,
} from "~/visits/notices/calendar-invitation.server";
import { requirePatient } from "~/visits/require-patient";
import { findActiveVisit } from "~/visits/visits.server";

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => {
    const visit = await findActiveVisit(app.reads, requirePatient(who).orderId);
    if (!visit) return redirect("/my-visit");
    const people = await findPeople({ trx: app.reads, app }, visit);
    const { patient } = people;
    const page = `${app.config.publicUrl}/my-visit`;
    const links = patient.links ?? { schedule: page, track: page };
    const text = calendarInvitation(organizerOf(app.config, people), {
      method: "PUBLISH",
      visit,
      entry: await findCalendarEntry(app.reads, visit.id),
      attendee: null,
      description: forPatient(visit, { ...patient, links }),
      alarms: true,
      now: app.clock.now(),
    });
    return new Response(text, {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
        "Content-Disposition": 'attachment; filename="setup-visit.ics"',
        "Cache-Control": "no-store",
      },
    });
  });
