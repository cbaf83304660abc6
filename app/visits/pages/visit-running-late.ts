import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { visitFlash } from "../flash";
import { usualLateness } from "../late/late-schema";
import { isRepeated, notifyOfLateTherapist } from "../late/notify-of-late-therapist.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { Visit } from "../visit";
import { VisitPage } from "../visit-pages-schema";

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    try {
      const before = await requireOwnVisit(app.reads, who, input.id);
      const isRepeat = isRepeated(before, usualLateness, app.clock.now());
      const { sent } = await notifyOfLateTherapist(app, who, { id: input.id, minutes: usualLateness });
      return redirectBack<typeof visitFlash>(args, who, input.back, flashOf(sent, isRepeat));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof visitFlash>(args, who, input.back, "late-refused");
    }
  });

function flashOf(sent: Visit["therapist_late_sent"], isRepeat: boolean) {
  if (!sent) return "late-by-call";
  return isRepeat ? "late-just-told" : (`late-by-${sent}` as const);
}
