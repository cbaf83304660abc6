import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type SettingScreen, settingScreens } from "~/core/settings/admin-settings.server";
import { loadPage } from "~/http/page.server";
import { Table } from "~/ui/components/table";
import { listSettings } from "../settings/list-settings.server";
import { valueInWords } from "../ui/setting-field";
import { SettingsPage, settingsPage } from "../ui/settings-page";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Settings – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => ({
    screens: (Object.keys(settingScreens) as SettingScreen[]).map((screen) => ({
      screen,
      name: settingScreens[screen],
      settings: listSettings(app, screen),
    })),
  }));

const sources = { environment: "Environment", saved: "Settings", default: "Default" };

export default function Settings() {
  const { screens } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={settingsPage}>
      <p>
        These settings apply to all companies, and changes apply immediately. If the server's environment sets
        a value, it wins.
      </p>
      {screens.map(({ screen, name, settings }) => (
        <section key={screen} className="stack">
          <h2>
            <a href={`${settingsPage}/${screen}`}>{name}</a>
          </h2>
          <Table
            caption={name}
            rows={settings}
            rowKey={(setting) => setting.name}
            empty="No settings."
            stacks
            columns={[
              { head: "Setting", cell: (setting) => setting.label },
              { head: "Value", cell: (setting) => valueInWords(setting) || "–" },
              {
                head: "Set by",
                cell: ({ source, name: variable }) => (
                  <>
                    {sources[source]}
                    {source === "environment" && (
                      <>
                        {" "}
                        (<code>{variable}</code>)
                      </>
                    )}
                  </>
                ),
              },
            ]}
          />
        </section>
      ))}
    </SettingsPage>
  );
}
