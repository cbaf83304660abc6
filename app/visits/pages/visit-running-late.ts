import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { visitFlash } from "../flash";
import { TherapistLate } from "../late/late-schema";
import { isRepeated, notifyOfLateTherapist } from "../late/notify-of-late-therapist.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { Visit } from "../visit";
import { VisitPage } from "../visit-pages-schema";

const LateForm = TherapistLate.extend({ back: VisitPage.shape.back });

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: LateForm }, async ({ app, who, input }) => {
    try {
      const before = await requireOwnVisit(app.reads, who, input.id);
      const isRepeat = isRepeated(before, input.minutes, app.clock.now());
      const { sent } = await notifyOfLateTherapist(app, who, input);
      return redirectBack<typeof visitFlash>(args, who, input.back, flashOf(sent, input.minutes, isRepeat));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof visitFlash>(args, who, input.back, "late-refused");
    }
  });

function flashOf(sent: Visit["therapist_late_sent"], minutes: number, isRepeat: boolean) {
  if (!sent) return "late-by-call";
  return isRepeat ? "late-just-told" : ([`late-by-${sent}`, minutes] as const);
}
