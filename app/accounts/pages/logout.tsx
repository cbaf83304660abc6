import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/accounts/sign-in/sign-out.server";
import { sessionsOf } from "~/http/access/session.server";
import { dropTokens } from "~/http/access/session-tokens.server";
import { submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { strings as loginStrings } from "~/login/strings";

export const loader = () => redirect("/");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone" }, async ({ app }) => {
    await signOut(app, await sessionsOf(args));
    dropTokens(args);
    return redirectWithFlash<typeof loginStrings.flash>(args, "/", "signed-out");
  });
