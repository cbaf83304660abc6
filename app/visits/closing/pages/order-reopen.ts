import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { visitFlash } from "../../flash";
import { reopenOrder } from "../close-order.server";
import { ReopenOrderForm } from "../closing-schema";

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ReopenOrderForm }, async ({ app, who, input }) => {
    try {
      const isOpen = await reopenOrder(app, who, input.id);
      return redirectBack<typeof visitFlash>(
        args,
        who,
        input.back,
        isOpen ? "order-reopened" : "order-still-closed",
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof visitFlash>(args, who, input.back, "order-not-reopened");
    }
  });
