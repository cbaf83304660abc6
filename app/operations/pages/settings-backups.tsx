import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { onServer } from "../backup/start-backups.server";
import { operationsFlash } from "../flash";
import { listSettings } from "../settings/list-settings.server";
import { saveBackupSettings, testBackupFolder } from "../settings/save-backup-settings.server";
import { changesOf } from "../settings/save-settings.server";
import { SaveBackups } from "../settings/settings-schema";
import { SettingField } from "../ui/setting-field";
import { SettingsPage } from "../ui/settings-page";

const here = "/admin/settings/backups";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Backups – Settings – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => ({
    settings: listSettings(app, "backups"),
    onServer: app.config.database && onServer,
    encrypts: app.config.backups.passphrase !== null,
    toast: await takeFlash(args, operationsFlash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveBackups }, async ({ app, who, input }) => {
    const { act, ...typed } = input;
    if (act === "test") {
      const free = await testBackupFolder(app.config.backups.dir);
      return redirectWithFlash<typeof operationsFlash>(args, here, ["folder-tested", free]);
    }
    const isChanged = await saveBackupSettings(app, who, changesOf(typed));
    const flash = isChanged ? "settings-saved" : "settings-unchanged";
    return redirectWithFlash<typeof operationsFlash>(args, here, flash);
  });

export default function SettingsBackups() {
  const { settings, onServer: elsewhere, encrypts, toast } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={here} toast={toast}>
      <Problem />
      {elsewhere ? (
        <Notice>The database is on a server. {elsewhere}</Notice>
      ) : (
        <>
          <PostForm className="panel reading">
            <h2>Backups</h2>
            {settings.map((setting) => (
              <SettingField key={setting.name} setting={setting} />
            ))}
            <p className="soft">
              {encrypts
                ? "Backups are encrypted with the passphrase in the server's environment."
                : "Backups aren't encrypted. The person who runs the server can set BACKUP_PASSPHRASE. It isn't set here, because a backup couldn't be opened with a passphrase that only the lost server knows."}
            </p>
            {settings.some(({ source }) => source !== "environment") && (
              <p className="buttons">
                <Button name="act" value="save">
                  Save
                </Button>
              </p>
            )}
          </PostForm>
          <form method="post" className="panel reading">
            <h2>Test</h2>
            <p>
              Writes a small file to the folder in effect and removes it. To make a backup now, open{" "}
              <a href="/admin/health">Health</a>.
            </p>
            <Button look="quiet" name="act" value="test">
              Test the folder
            </Button>
          </form>
        </>
      )}
    </SettingsPage>
  );
}
