import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { orderFlash } from "../../flash";
import { takeOrder } from "../follow-up.server";
import { OrderFollowUp } from "../follow-up-schema";

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: OrderFollowUp }, async ({ app, who, input }) => {
    try {
      await takeOrder(app, who, input.id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof orderFlash>(args, who, input.back, "urgent-refused");
    }
    return redirectBack<typeof orderFlash>(args, who, input.back, "order-taken");
  });
