import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { signOutEverywhere } from "~/accounts/sign-in/own-sessions.server";
import { requireStaff } from "~/core/require-staff";
import { roles } from "~/core/who";
import { dropTokens } from "~/http/access/session.server";
import { submitForm } from "~/http/page.server";

export const loader = () => redirect("/account");

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: roles, input: z.object({}) }, async ({ app, who }) => {
    await signOutEverywhere(app, requireStaff(who));
    dropTokens(args, ["staff"]);
    return redirect("/login", 303);
  });
}
