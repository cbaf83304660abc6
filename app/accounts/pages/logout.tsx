import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/accounts/sign-in/sign-out.server";
import { dropTokens, sessionsOf } from "~/http/access/session.server";
import { submitForm } from "~/http/page.server";

export const loader = () => redirect("/");

export function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: "anyone" }, async ({ app }) => {
    await signOut(app, await sessionsOf(args));
    dropTokens(args);
    return redirect("/", 303);
  });
}
