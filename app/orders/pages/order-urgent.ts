import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { flag, recordId } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import { markUrgent } from "../changes/mark-urgent.server";
import type { orderFlash } from "../flash";

const MarkUrgent = z.object({ id: recordId, urgent: flag, back: returnPath });

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: MarkUrgent }, async ({ app, who, input }) => {
    try {
      await markUrgent(app, who, input);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof orderFlash>(args, who, input.back, "urgent-refused");
    }
    return redirectBack<typeof orderFlash>(args, who, input.back, input.urgent ? "urgent" : "not-urgent");
  });
