import { asStaff } from "~/core/as-staff";
import { allStaff } from "~/core/who";
import type { DoorArgs } from "~/http/context.server";
import { read } from "~/http/page.server";
import { ownVisit } from "~/scheduling/ownership.server";
import { VisitPage } from "~/scheduling/visit-pages-schema";

/** What every page about one visit shows: the visit, who asks, and where they came from. */
export function readVisitPage(args: DoorArgs) {
  return read(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => ({
    staff: asStaff(who),
    back: input.back,
    visit: await ownVisit(app.reads, who, input.id),
  }));
}
