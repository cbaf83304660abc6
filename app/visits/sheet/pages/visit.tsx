import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "../../flash";
import { VisitDetails } from "../ui/visit-details";
import { findVisitSheet } from "./find-visit-sheet.server";

export const handle = { look: "staff", scripts: ["sheet"] };
export const meta = () => [{ title: "Appointment – Firstnight" }];

const Query = z.object({ id: recordId, details: z.literal("1").optional().catch(undefined) });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Query }, async ({ app, who, input }) => ({
    staff: who,
    sheet: await findVisitSheet(app, who, { visit: input.id, details: input.details !== undefined }),
    toast: await takeFlash(args, visitFlash),
  }));

export default function VisitPage() {
  const { sheet, toast } = useLoaderData<typeof loader>();
  const here = `/visits/${sheet.visit.id}`;
  return (
    <StaffShell title="Appointment" toast={toast}>
      <h2 className="unseen">Details</h2>
      <div className="panel reading stack" data-sheet="">
        <VisitDetails sheet={sheet} here={here} back={here} />
      </div>
    </StaffShell>
  );
}
