import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { switchOrder } from "~/http/access/session.server";
import { submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { strings as loginStrings } from "~/login/strings";

export const loader = () => redirect("/");

const Form = z.object({
  session: z.coerce.number().int().catch(0),
  to: z.enum(["/schedule", "/track"]).catch("/schedule"),
});

/** Switches to another order that was opened in this browser. */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone", input: Form }, async ({ input }) => {
    if (await switchOrder(args, input.session)) return redirect(input.to, 303);
    return redirectWithFlash<typeof loginStrings.flash>(args, "/", "session-over");
  });
