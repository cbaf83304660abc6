import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { requireStaff } from "~/core/require-staff";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/redirect-back.server";
import { usualLateness } from "../late/late-schema";
import { tellTherapistLate } from "../late/tell-therapist-late.server";
import { VisitPage } from "../visit-pages-schema";

export const loader = () => redirect("/therapist");

export function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: allStaff, input: VisitPage }, async ({ app, who, input }) => {
    const staff = requireStaff(who);
    try {
      const { sent } = await tellTherapistLate(app, staff, { id: input.id, minutes: usualLateness });
      return redirectBack(args, staff, input.back, sent ? `late-by-${sent}` : "late-by-call");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack(args, staff, input.back, "late-refused");
    }
  });
}
