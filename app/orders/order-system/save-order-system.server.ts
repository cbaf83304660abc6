import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { hostOf, isPrivateHost } from "~/integrations/requests/private-address.server";
import { findDatabase } from "./databases.server";
import { forgetOrderMeta } from "./order-meta.server";
import type { SaveOrderSystem } from "./order-system-schema";
import { findSettings, openCredentials, sealCredentials } from "./order-systems.server";
import { firstSyncSpan } from "./restart-sync.server";

/** Saves the settings. An empty password keeps the stored one, which is never sent to another host. @throws Refusal */
export async function saveOrderSystem(app: App, who: Who, input: SaveOrderSystem): Promise<void> {
  await findDatabase(app, input.name);
  await app.db.transaction().execute(async (trx) => {
    const { name, user_name, password, ...settings } = input;
    const before = await findSettings(trx, name);
    refusePrivateHosts(app, settings);
    const row = {
      ...settings,
      orders_url: settings.orders_url ?? null,
      patients_url: settings.patients_url ?? null,
      reference_url: settings.reference_url ?? null,
      bt_org: settings.bt_org ?? null,
      link_template: settings.link_template ?? null,
      sso_url: settings.sso_url ?? null,
    };
    const credentials_sealed = sealedOf(app, input, before, hostsOf(row) !== hostsOf(before));
    await trx
      .insertInto("order_systems")
      .values({ database_name: name, ...row, credentials_sealed })
      .onConflict((conflict) => conflict.column("database_name").doUpdateSet({ ...row, credentials_sealed }))
      .execute();
    if (row.kind === "brightree") await scheduleSync(trx, name, app.clock.now());
    await trx
      .updateTable("order_reads")
      .set({ lease: null, lease_until: null })
      .where("database_name", "=", name)
      .execute();
    await logAudit({ trx, app, who }, "database.changed", `database ${name}`, {
      ...settings,
      password: password === undefined ? "kept" : "changed",
    });
  });
  forgetOrderMeta(app);
}

function refusePrivateHosts({ config }: App, settings: Partial<Hosts>): void {
  for (const field of ["orders_url", "patients_url", "reference_url"] as const) {
    const host = settings[field] && hostOf(new URL(settings[field])).toLowerCase();
    if (!host || !isPrivateHost(host) || config.privateHosts.includes(host)) continue;
    throw invalidField(
      field,
      "This URL points to this server or a private network. To allow it, add its host to the ALLOW_PRIVATE_HOSTS setting.",
    );
  }
}

type Hosts = Pick<Row<"order_systems">, "orders_url" | "patients_url" | "reference_url">;

function hostsOf(row: Hosts | undefined): string {
  const urls = [row?.orders_url, row?.patients_url, row?.reference_url];
  return urls.map((url) => (url ? new URL(url).host : "")).join(" ");
}

function sealedOf(
  app: App,
  { kind, user_name, password }: SaveOrderSystem,
  before: Row<"order_systems"> | undefined,
  moved: boolean,
): string | null {
  const saved = before?.credentials_sealed ? openCredentials(app, before.credentials_sealed) : null;
  if (user_name === undefined && password === undefined && kind === "local") {
    return before?.credentials_sealed ?? null;
  }
  if (user_name === undefined) {
    throw invalidField("user_name", "Enter the user name for the web services, like firstnight@QHMS.");
  }
  if (password !== undefined) return sealCredentials(app, { userName: user_name, password });
  if (!saved) throw invalidField("password", "Enter the password for the web services.");
  if (moved) {
    throw invalidField("password", "The URL has a new host name. Enter the password again.");
  }
  return sealCredentials(app, { userName: user_name, password: saved.password });
}

async function scheduleSync(trx: Db, name: string, now: number): Promise<void> {
  await trx
    .insertInto("order_reads")
    .values({ database_name: name, read_until: now - firstSyncSpan, due_at: now })
    .onConflict((conflict) => conflict.column("database_name").doUpdateSet({ due_at: now, failures: 0 }))
    .execute();
}
