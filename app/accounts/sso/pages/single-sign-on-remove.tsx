import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loadPage, submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
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
    await setFlash<typeof accountFlash>(args, "sso-removed");
    return redirect("/admin/single-sign-on", 303);
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
