import { Client } from "./client";
import { freePort } from "./free-port";
import { textOf } from "./plain-page";
import { testClock } from "./scratch";
import { staffClient } from "./seed";
import { startServer } from "./server";
import { type Account, clientId, clientSecret, startProvider } from "./sign-on-provider";

let serial = 0;

/** Returns a new account at the provider. */
export function someone(over: Partial<Account> = {}): Account {
  serial += 1;
  return {
    sub: `sub-${serial}`,
    email: `p${serial}@clinic.example`,
    name: "Pat Lee",
    groups: ["fn-leads"],
    ...over,
  };
}

/** Starts a server with single sign-on through a new provider. Passkeys need the host "localhost". */
export async function startSsoClinic(environment: Record<string, string> = {}, host = "127.0.0.1") {
  const port = String(await freePort());
  const url = `http://${host}:${port}`;
  // The provider uses the system's clock.
  const server = await startServer({ PORT: port, PUBLIC_URL: url, ...environment }, testClock(Date.now()));
  const { app } = server;
  const provider = await startProvider(url);
  const admin = await staffClient({ app, url }, "admin");
  const settings = {
    issuer: provider.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    roles_claim: "groups",
    role_admin: "fn-admins",
    role_supervisor: "fn-supervisors, fn-leads",
    domains: "clinic.example",
  };
  const save = (changed: Record<string, string> = {}) =>
    admin.submit("/admin/single-sign-on", { ...settings, ...changed });
  const saved = await save();
  if (saved.status !== 303) throw new Error(textOf(saved.text));

  /** Signs in through the provider. Returns the page that the user sees after returning from the provider. */
  async function signIn(
    account: Account,
    {
      client = new Client(url),
      atProvider = (address: string) => address,
      onReturn = (address: string) => address,
    } = {},
  ) {
    provider.become(account);
    const start = await client.get("/sso");
    const address = start.headers.get("location");
    if (!address) throw new Error(textOf(start.text));
    const back = await provider.visit(atProvider(address));
    const reply = await client.get(onReturn(back));
    return { client, reply, back, says: textOf(reply.text) };
  }

  const userOf = ({ email }: Account) =>
    app.reads.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

  async function rolesOf(account: Account) {
    const user = await userOf(account);
    const rows = await app.reads
      .selectFrom("user_roles")
      .select("role")
      .where("user_id", "=", user?.id ?? 0)
      .execute();
    return rows.map(({ role }) => role).sort();
  }

  return { server, app, clock: server.clock, url, provider, admin, settings, save, signIn, userOf, rolesOf };
}
