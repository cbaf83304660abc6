import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { linkToken, NewPasswordTwice, ResetRequest } from "~/accounts/account-schema";
import {
  refuseUnlessEmailIsSetUp,
  requestPasswordReset,
} from "~/accounts/passwords/request-password-reset.server";
import { findUserByPasswordLink, resetPassword } from "~/accounts/passwords/reset-password.server";
import { ResetView } from "~/accounts/ui/reset-view";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import type { strings as loginStrings } from "~/login/strings";
import { accountFlash } from "../flash";

export const handle = { scripts: ["reset-password"] };
export const meta = () => [{ title: "Reset password – Firstnight" }];

const Link = z.object({ token: linkToken.optional().catch("") });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone", input: Link }, async ({ app, input }) => {
    const { token = null } = input;
    const works =
      token !== null && (await findUserByPasswordLink(app.reads, token, app.clock.now())) !== null;
    return {
      token: works ? token : null,
      message: await takeFlash(args, accountFlash),
      isExpired: token !== null && !works,
    };
  });

export async function action(args: ActionFunctionArgs) {
  if (args.params.token === undefined) {
    return submitForm(args, { allow: "anyone", input: ResetRequest }, async ({ app, who, input }) => {
      await requestPasswordReset(app, input.email, who.address);
      refuseUnlessEmailIsSetUp(app);
      return redirectWithFlash<typeof accountFlash>(args, "/reset-password", "reset-sent");
    });
  }
  return submitForm(args, { allow: "anyone", input: NewPasswordTwice }, async ({ app, who, input }) => {
    await resetPassword(app, input.token, input.password, who.address);
    return redirectWithFlash<typeof loginStrings.flash>(args, "/", "reset-done");
  });
}

export default function ResetPassword() {
  return <ResetView {...useLoaderData<typeof loader>()} />;
}
