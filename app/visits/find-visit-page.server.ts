import type { z } from "zod";
import type { App } from "~/boot/app.server";
import { requireStaff } from "~/core/require-staff";
import type { Who } from "~/core/who";
import type { VisitPage } from "./visit-pages-schema";
import { requireOwnVisit } from "./visit-permissions.server";

export async function findVisitPage(app: App, who: Who, { id, back }: z.output<typeof VisitPage>) {
  return { staff: requireStaff(who), back, visit: await requireOwnVisit(app.reads, who, id) };
}
