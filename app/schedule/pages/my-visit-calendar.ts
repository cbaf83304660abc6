import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { read } from "~/http/page.server";
import { findCalendarEntry, invitationText } from "~/visits/calendar-invitation.server";
import { asPatient } from "~/visits/patient-visit.server";
import { findActiveVisit } from "~/visits/visits.server";

/** The patient's own visit as a file for their calendar. */
export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => {
    const visit = await findActiveVisit(app.reads, asPatient(who).orderId);
    if (!visit) return redirect("/my-visit");
    const text = invitationText(app.config.mail, {
      method: "PUBLISH",
      visit,
      entry: await findCalendarEntry(app.reads, visit.id),
      attendee: null,
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
}
