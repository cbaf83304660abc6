import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { Client } from "../support/client";
import { freePort } from "../support/free-port";
import { PlainPage } from "../support/plain-page";
import { onFile, scratchApp, scratchFolder, testClock } from "../support/scratch";
import { seedUser, signInStaff } from "../support/seed";
import { spawnServer, startServer } from "../support/server";

/** A browser that opens the server at another address than the server knows. `fetch` wouldn't send this host. */
function clientAt(url: string, address: string): Client {
  const client = new Client(url);
  client.send = async (path, { method = "GET", body } = {}) => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = request(new URL(path, url), {
      method,
      headers: {
        host: new URL(address).host,
        cookie,
        ...(body && { origin: address, "content-type": "application/x-www-form-urlencoded" }),
      },
    });
    sent.end(body ? String(body) : undefined);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    for (const line of response.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) client.cookies.set(name, value);
    }
    const target = response.headers.location;
    const location = target ? new URL(target, address) : null;
    const page = await text(response);
    return {
      status: response.statusCode ?? 0,
      headers: new Headers(),
      text: page,
      json: null,
      location: location && location.pathname + location.search,
    };
  };
  return client;
}

const address = "http://visits.clinic.example:8080";

const form = {
  name: "Ann Lee",
  email: "ann@clinic.example",
  phone: "(919) 555-0123",
  password: "a long enough password",
  company: "Quiet Nights",
};

test("links start with the address at which the first admin sets up the server", async () => {
  const { url, app, setupLink } = await startServer({ PUBLIC_URL: "" });
  const setup = await PlainPage.open(clientAt(url, address), new URL(setupLink ?? "").pathname);
  expect(setup.text).toContain(
    "Links to patients will start with visits.clinic.example:8080, the address that you use now.",
  );
  const start = await setup.press("Set up", form);
  expect(start.heading).toBe("User Management");
  expect(start.text).toContain(`Links start with ${address}.`);
  expect(app.config.publicUrl).toBe(address);
  const added = await start.press("Add User", {
    email: "bo@clinic.example",
    phone: "(919) 555-0124",
    role: "admin",
  });
  expect(added.html).toContain(`${address}/reset-password/`);
  await app.settings.load();
  expect(app.config.publicUrl).toBe(address);
});

test("an admin who opens a server at another address makes links start with it", async () => {
  const { url, app } = await startServer({ PUBLIC_URL: "" });
  const { id } = await seedUser(app, ["admin"]);
  const local = new Client(url);
  await signInStaff(app, local, id);
  const own = await PlainPage.open(local, "/admin/setup");
  expect(own.text).toContain("which works only on the server itself");
  const refused = await own.press("Use the address that I use now");
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("This address works only on the server itself.");

  const client = clientAt(url, address);
  for (const [name, value] of local.cookies) client.cookies.set(name, value);
  const list = await PlainPage.open(client, "/admin/setup");
  expect(list.text).toContain("You opened Firstnight at visits.clinic.example:8080.");
  const used = await list.press("Use the address that I use now");
  expect(used.text).toContain(`Links start with ${address}.`);
  expect((await used.open("/admin/settings")).text).toContain(address);
  // With https, cookies have other names. The admin stays signed in.
  const secure = clientAt(url, "https://visits.clinic.example");
  for (const [name, value] of client.cookies) secure.cookies.set(name, value);
  const again = await (await PlainPage.open(secure, "/admin/setup")).press("Use the address that I use now");
  expect(again.text).toContain("Links start with https://visits.clinic.example.");
  const entries = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "settings.changed")
    .orderBy("id")
    .execute();
  expect(entries.map(({ details }) => JSON.parse(details ?? ""))).toEqual([
    { PUBLIC_URL: { from: null, to: address } },
    { PUBLIC_URL: { from: address, to: "https://visits.clinic.example" } },
  ]);
});

test("the environment's address wins, and an address isn't changed while users have passkeys", async () => {
  const fixed = await startServer();
  const admin = new Client(fixed.url);
  await signInStaff(fixed.app, admin, (await seedUser(fixed.app, ["admin"])).id);
  expect((await PlainPage.open(admin, "/admin/setup")).text).toContain(`Links start with ${fixed.url}.`);
  expect((await admin.submit("/admin/setup", { act: "use-address" })).status).toBe(409);

  const { url, app } = await startServer({ PUBLIC_URL: "" });
  const { id } = await seedUser(app, ["admin"]);
  await app.db
    .insertInto("passkeys")
    .values({
      user_id: id,
      credential_id: "key",
      public_key: "key",
      user_handle: "handle",
      counter: 0,
      transports: "[]",
      name: "Key",
      created_at: app.clock.now(),
    })
    .execute();
  const client = clientAt(url, address);
  await signInStaff(app, client, id);
  const refused = await (await PlainPage.open(client, "/admin/setup")).press(
    "Use the address that I use now",
  );
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Some users sign in with passkeys");
});

test("with single sign-on, the address step names the redirect URI that the provider must allow", async () => {
  const { url, app } = await startServer({ PUBLIC_URL: "" });
  const client = clientAt(url, address);
  await signInStaff(app, client, (await seedUser(app, ["admin"])).id);
  await app.db
    .insertInto("single_sign_on")
    .values({
      issuer: "https://login.example",
      client_id: "firstnight",
      client_secret_sealed: app.secrets.seal("secret"),
      roles_claim: "groups",
      role_values: "{}",
      domains: "[]",
    })
    .execute();
  const list = await PlainPage.open(client, "/admin/setup");
  expect(list.text).toContain(
    "You opened Firstnight at visits.clinic.example:8080. Single sign-on is on: first allow the redirect URI",
  );
  const used = await list.press("Use the address that I use now");
  expect(used.text).toContain(
    `Your single sign-on provider must allow the redirect URI ${address}/sso/callback.`,
  );
});

test("under remix-serve, too, an admin can choose the address", async () => {
  const seeded = scratchApp(onFile, testClock(Date.now()));
  const port = String(await freePort());
  const admin = clientAt(`http://127.0.0.1:${port}`, address);
  await signInStaff(seeded, admin, (await seedUser(seeded, ["admin"])).id);
  const dataDir = scratchFolder();
  await sql`vacuum into ${join(dataDir, "firstnight.db")}`.execute(seeded.db);
  await spawnServer(
    { ...onFile, DATA_DIR: dataDir, PORT: port, PUBLIC_URL: "" },
    "node_modules/@remix-run/serve/dist/cli.js build/server.js",
  );
  const used = await (await PlainPage.open(admin, "/admin/setup")).press("Use the address that I use now");
  expect(used.text).toContain(`Links start with ${address}.`);
});
