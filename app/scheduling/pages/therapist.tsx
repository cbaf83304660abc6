import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { asStaff } from "~/core/as-staff";
import { day } from "~/core/time";
import { allStaff } from "~/core/who";
import { read } from "~/http/page.server";
import { VisitList } from "~/scheduling/ui/visit-list";
import { activeStatuses } from "~/scheduling/visits/visit";
import { listVisits } from "~/scheduling/visits/visits.server";
import { Notice } from "~/ui/notice";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

export const handle = { look: "staff" };
export const meta = () => [{ title: "My visits – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(
    args,
    { allow: allStaff, input: z.object({ done: z.string().max(40).optional() }) },
    async ({ app, who, input }) => {
      const staff = asStaff(who);
      const from = app.clock.now() - day;
      const own = { therapistId: staff.therapistId ?? 0, from };
      const [waiting, coming] = await Promise.all([
        listVisits(app.reads, { ...own, statuses: ["submitted", "pending"] }),
        listVisits(app.reads, {
          ...own,
          statuses: activeStatuses.filter((status) => status === "confirmed"),
        }),
      ]);
      return { staff, waiting, coming, done: input.done };
    },
  );
}

export default function TherapistPage() {
  const { staff, waiting, coming, done } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={`${staff.therapistName ?? "Therapist"}: my visits`}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/therapist")}
      toast={done ? `Visit ${done}` : null}
    >
      {staff.therapistId === null ? (
        <Notice tone="bad">No therapist record for your email. Contact an administrator.</Notice>
      ) : (
        <>
          <h2>Waiting for you to confirm</h2>
          <VisitList
            caption="Visits to confirm"
            visits={waiting}
            empty="Nothing waits for you."
            withTherapist={false}
          />
          <h2>Confirmed</h2>
          <VisitList
            caption="Confirmed visits"
            visits={coming}
            empty="No confirmed visits ahead."
            withTherapist={false}
          />
        </>
      )}
    </StaffShell>
  );
}
