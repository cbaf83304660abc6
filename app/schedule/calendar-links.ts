import { questions } from "~/company/call-company";
import type { CompanyContact } from "~/company/company.server";
import { fill } from "~/core/language/strings";
import { visitStrings } from "~/visits/strings";
import type { Visit } from "~/visits/visit";

/**
 * Addresses that open a new entry in an online calendar. They name no person and no meeting link, since other
 * companies receive them.
 *
 * @param page where the patient finds the visit
 */
export function calendarLinks(
  { start_at, end_at }: Pick<Visit, "start_at" | "end_at">,
  page: string,
  company: CompanyContact | null,
) {
  const details = [
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
