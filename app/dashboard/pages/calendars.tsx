import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { supervisors } from "~/core/who";
import { listComposites } from "~/dashboard/composites.server";
import { rangeOf } from "~/dashboard/range";
import { ListComposites } from "~/dashboard/schema";
import { words } from "~/dashboard/words";
import { read } from "~/http/page.server";
import { VisitList } from "~/scheduling/ui/visit-list";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${words.calendars} – Firstnight` }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: ListComposites }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    visits: await listComposites(app.reads, { ...input, ...rangeOf(input, app.clock.now()) }),
  }));
}

export default function Calendars() {
  const { staff, visits } = useLoaderData<typeof loader>();
  return (
    <StaffShell title={words.calendars} who={staff} area={areaOf(staff)} nav={navFor(staff, "/calendars")}>
      <VisitList caption="Visits of this month" visits={visits} empty={words.noVisits} withTherapist />
    </StaffShell>
  );
}
