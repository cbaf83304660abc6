import { questions } from "~/company/call-company";
import { fill } from "~/core/language/strings";
import type { CompanyContact } from "~/ui/page-context";
import { visitStrings } from "~/visits/strings";
import type { Visit } from "~/visits/visit";
import { clockInWords, type Times } from "~/visits/visit-times";

/**
 * Links that add the visit to an online calendar. They contain no name and no meeting link, because other
 * companies receive them.
 * @param page the patient's page for the visit
 */
export function calendarLinks(
  visit: Times & Pick<Visit, "end_at">,
  page: string,
  company: CompanyContact | null,
) {
  const { start_at, end_at, other_zone } = visit;
  const details = [
    // The calendar itself shows only the hour where the phone is.
    ...(other_zone ? [clockInWords(visit)] : []),
    fill(visitStrings.onlineCalendar, { link: page }),
    ...(company?.phone ? [questions(company)] : []),
  ].join("\n");
  const [start, end] = [start_at, end_at].map((at) => new Date(at).toISOString());
  const compact = (time = "") => time.replace(/[-:]|\.\d+/g, "");
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: visitStrings.title,
    dates: `${compact(start)}/${compact(end)}`,
    details,
  });
  const outlook = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: visitStrings.title,
    startdt: start ?? "",
    enddt: end ?? "",
    body: details,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
  };
}
