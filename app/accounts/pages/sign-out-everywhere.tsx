import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOutEverywhere } from "~/accounts/sign-in/own-sessions.server";
import { roles } from "~/core/who";
import { dropTokens } from "~/http/access/session-tokens.server";
import { submitForm } from "~/http/page.server";

export const loader = () => redirect("/account");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles }, async ({ app, who }) => {
    await signOutEverywhere(app, who);
    dropTokens(args, ["staff"]);
    return redirect("/login", 303);
  });
