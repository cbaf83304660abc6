import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatFull, hour } from "~/core/time";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { daySheetHref } from "../day-sheet";
import { DaySheetQuery } from "../day-sheet-schema";
import { findDaySheet } from "../find-day-sheet.server";
import { SheetVisits } from "../ui/sheet-visits";

export const handle = { look: "staff", scripts: ["day-sheet"] };
export const meta = () => [{ title: "Day sheet – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: DaySheetQuery }, async ({ app, who, input }) => {
    const toast = await takeFlash(args, visitFlash);
    return { staff: who, sheet: await findDaySheet(app, who, input), toast };
  });

export default function DaySheetPage() {
  const { staff, sheet, toast } = useLoaderData<typeof loader>();
  const { therapist, date, previousDate, nextDate, visits } = sheet;
  return (
    <StaffShell
      title={`${therapist.name}: ${formatDate(date)}`}
      toast={toast}
      here={staff.therapistId === therapist.id ? "/therapist" : "/calendars"}
      actions={
        <Button className="on-screen" type="button" data-print="" hidden>
          Print
        </Button>
      }
    >
      <form className="toolbar on-screen">
        <ButtonLink href={daySheetHref(therapist.id, previousDate)} look="quiet">
          Previous day
        </ButtonLink>
        <input type="hidden" name="therapist" value={therapist.id} />
        <Field key={date} name="date" label="Day" type="date" value={date} />
        <Button look="quiet">Show day</Button>
        <ButtonLink href={daySheetHref(therapist.id, nextDate)} look="quiet">
          Next day
        </ButtonLink>
      </form>
      <p className="soft">
        {`${visits.length === 1 ? "1 visit" : `${visits.length} visits`}. Times are in the therapist's time zone, ${therapist.zone.replaceAll("_", " ")}.`}
      </p>
      {visits.length > 0 && (
        <SheetVisits
          visits={visits}
          therapist={therapist}
          isOwn={staff.therapistId === therapist.id}
          back={daySheetHref(therapist.id, date)}
        />
      )}
    </StaffShell>
  );
}

const formatDate = (date: string) =>
  formatFull(Date.parse(`${date}T00:00:00Z`) + 12 * hour, "UTC").replace(/ at .*/, "");
