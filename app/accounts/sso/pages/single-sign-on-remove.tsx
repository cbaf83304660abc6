import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../../flash";
import { FormPage } from "../../ui/form-page";
import { removeSso } from "../save-sso.server";
import { requireSso } from "../sso-settings.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Turn off single sign-on – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => {
    await requireSso(app.reads);
    return null;
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"] }, async ({ app, who }) => {
    await removeSso(app, who);
    return redirectWithFlash<typeof accountFlash>(args, "/admin/single-sign-on", "sso-removed");
  });

export default function RemoveSingleSignOn() {
  return (
    <FormPage title="Turn off single sign-on?" here="/admin/single-sign-on" verb="Turn off" danger>
      <p>
        This deletes the settings. Users keep their accounts and roles. Users without a password can set one
        with <em>Forgot password?</em> on the sign-in page.
      </p>
    </FormPage>
  );
}
