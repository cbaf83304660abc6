import type { App } from "~/boot/app.server";
import { localDate } from "~/core/time";
import { lastWeeks, reportPeriod } from "~/dashboard/reports/report-schema";
import { zoneForStaff } from "~/http/request/browser-settings.server";

const weeksByDefault = 52;

/** The period of the report: the typed dates, or the last year. */
export function periodOf(
  app: App,
  request: Request,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  const today = localDate(app.clock.now(), zoneForStaff(request));
  return from || to
    ? reportPeriod({ from, to }, today)
    : { ...lastWeeks(today, weeksByDefault), problem: undefined };
}
