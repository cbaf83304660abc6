import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { accountFlash } from "../../flash";
import { saveSso } from "../save-sso.server";
import { SaveSso } from "../sso-schema";
import { findSso, logoutUri, redirectUri, ssoView } from "../sso-settings.server";
import { SsoForm } from "../ui/sso-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Single sign-on – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => {
    const row = await findSso(app.reads);
    return {
      sso: row && ssoView(row),
      redirectUri: redirectUri(app),
      logoutUri: logoutUri(app),
      toast: await takeFlash(args, accountFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveSso }, async ({ app, who, input }) => {
    await saveSso(app, who, input);
    return redirectWithFlash<typeof accountFlash>(args, "/admin/single-sign-on", "sso-saved");
  });

export default function SingleSignOn() {
  const { toast, ...page } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Single sign-on" here="/admin/single-sign-on" toast={toast}>
      <SsoForm {...page} />
      {page.sso && (
        <p className="buttons">
          <QuietLink href="/admin/single-sign-on/test">Test</QuietLink>
          <a className="button plain" href="/admin/single-sign-on/remove">
            Turn off single sign-on
          </a>
        </p>
      )}
    </StaffShell>
  );
}
