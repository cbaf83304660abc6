import type { z } from "zod";
import type { App } from "~/boot/app.server";
import { requireStaff } from "~/core/require-staff";
import type { Who } from "~/core/who";
import { requireOwnVisit } from "./require-own-visit.server";
import type { VisitPage } from "./visit-pages-schema";

export async function findVisitPage(app: App, who: Who, { id, back }: z.output<typeof VisitPage>) {
  return { staff: requireStaff(who), back, visit: await requireOwnVisit(app.reads, who, id) };
}
