import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { operationsFlash } from "../flash";
import { listSettings } from "../settings/list-settings.server";
import { changesOf, saveSettings } from "../settings/save-settings.server";
import { SaveSecurity } from "../settings/settings-schema";
import { SettingField } from "../ui/setting-field";
import { SettingsPage } from "../ui/settings-page";

const here = "/admin/settings/security";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Security – Settings – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => ({
    // The set-up list changes the address, because only an address in use proves that it works.
    settings: listSettings(app, "security").filter(({ name }) => name !== "PUBLIC_URL"),
    toast: await takeFlash(args, operationsFlash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveSecurity }, async ({ app, who, input }) => {
    const isChanged = await saveSettings(app, who, changesOf(input));
    const flash = isChanged ? "settings-saved" : "settings-unchanged";
    return redirectWithFlash<typeof operationsFlash>(args, here, flash);
  });

export default function SettingsSecurity() {
  const { settings, toast } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={here} toast={toast}>
      <Problem />
      <PostForm className="panel reading">
        <h2>Security</h2>
        {settings.map((setting) => (
          <SettingField key={setting.name} setting={setting} />
        ))}
        {settings.some(({ source }) => source !== "environment") && <FormButtons>Save</FormButtons>}
      </PostForm>
    </SettingsPage>
  );
}
