import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { visitFlash } from "../flash";
import { TherapistLate } from "../late/late-schema";
import { notifyOfLateTherapist } from "../late/notify-of-late-therapist.server";
import { VisitPage } from "../visit-pages-schema";

const LateForm = TherapistLate.extend({ back: VisitPage.shape.back });

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: LateForm }, async ({ app, who, input }) => {
    try {
      const outcome = await notifyOfLateTherapist(app, who, input);
      return redirectBack<typeof visitFlash>(args, who, input.back, flashOf(outcome, input.minutes));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof visitFlash>(args, who, input.back, "late-refused");
    }
  });

function flashOf({ sent, notified }: Awaited<ReturnType<typeof notifyOfLateTherapist>>, minutes: number) {
  if (notified.length > 1) {
    const unreached = notified.filter((channel) => channel === null).length;
    return ["late-to-class", notified.length - unreached, unreached, minutes] as const;
  }
  if (!sent) return "late-by-call";
  return notified.length === 0 ? "late-just-told" : ([`late-by-${sent}`, minutes] as const);
}
