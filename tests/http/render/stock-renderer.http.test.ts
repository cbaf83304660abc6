import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sessionCookies } from "~/http/request/cookies.server";
import { Client, type Reply } from "../../support/client";
import { onFile, scratchApp, scratchFolder, testClock } from "../../support/scratch";
import { seedClinic, seedOrder, seedUser, signInPatient, signInStaff } from "../../support/seed";
import { spawnServer } from "../../support/server";

const seeded = scratchApp(onFile, testClock(Date.now()));
await seedClinic(seeded);
const order = await seedOrder(seeded, { step: 5 });
const admin = await seedUser(seeded, ["admin"], { email: "admin@clinic.example" });
const patientToken = await signInPatient(seeded, new Client("http://unused"), order.id);
const adminToken = await signInStaff(seeded, new Client("http://unused"), admin.id);

async function folderWithSameData(): Promise<string> {
  const folder = scratchFolder();
  await sql`vacuum into ${join(folder, "firstnight.db")}`.execute(seeded.db);
  return folder;
}

const cookies: Record<string, [name: string, token: string] | null> = {
  "a visitor": null,
  "a patient": [sessionCookies.patient, patientToken],
  "an admin": [sessionCookies.staff, adminToken],
};

type Send = (client: Client) => Promise<Reply>;
const get =
  (path: string): Send =>
  (client) =>
    client.get(path);

const requests: Record<string, Send> = {
  "GET /": get("/"),
  "GET /login": get("/login?as=staff"),
  "GET /schedule": get("/schedule"),
  "GET /my-visit": get("/my-visit"),
  "GET /track/wrong": get("/track/wrong"),
  "GET /supervisordashboard": get("/supervisordashboard"),
  "GET /admin/keys": get("/admin/keys"),
  "GET /appointments.csv": get("/appointments.csv"),
  "GET /nowhere": get("/nowhere"),
  "GET /api/nowhere": get("/api/nowhere"),
  "GET /api/session": get("/api/session"),
  "GET /api/availability": get("/api/availability"),
  "GET /api/admin/users": get("/api/admin/users"),
  "GET /api/openapi.json": get("/api/openapi.json"),
  "GET /healthz": get("/healthz"),
  "PUT /login": (client) => client.put("/login"),
  "HEAD /login": (client) => client.send("/login", { method: "HEAD" }),
  "PUT /api/admin/users": (client) => client.put("/api/admin/users"),
  "POST /login": (client) =>
    client.submit("/login?as=staff", { email: "a@b.example", password: "wrong one" }),
  "POST /api/login": (client) => client.post("/api/login", { email: "a@b.example" }),
  "POST /admin/users/1/reset-password": (client) =>
    client.submit(`/admin/users/${admin.id}/reset-password`, {}),
};

/** Returns the parts of a response that don't change every time. */
async function compared(url: string, send: Send, cookie: [string, string] | null) {
  const client = new Client(url);
  if (cookie) client.cookies.set(...cookie);
  const { status, headers, text } = await send(client);
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "(none)";
  const withoutNew = (value: string) =>
    value
      .replaceAll(nonce, "nonce")
      .replaceAll(url, "url")
      .replace(/data-ends-in="\d+"|"expires_in":\d+|data-changeable-from="[^"]*"/g, "")
      .replace(/(id="offline-status".*?) dateTime="[^"]*"([^>]*>)[^<]*/g, "$1$2")
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id");
  const stable = [...headers].filter(([name]) => !connectionHeaders.has(name));
  return {
    status,
    headers: Object.fromEntries(stable.map(([name, value]) => [name, withoutNew(value)])),
    cookies: headers.getSetCookie().map((one) => one.replace(/=[^;]+/, "")),
    text: withoutNew(visibleText(text)),
  };
}

/** Headers that depend on the connection or on compression, or that are compared separately. */
const connectionHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "set-cookie",
  "transfer-encoding",
  "vary",
]);

const visibleText = (html: string) =>
  html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "").replace(/<!--.*?-->/g, "");

const fast = await spawnServer({ DATA_DIR: await folderWithSameData() });
const servers = {
  "with RENDER=stock": await spawnServer({ DATA_DIR: await folderWithSameData(), RENDER: "stock" }),
  "under remix-serve": await spawnServer(
    { DATA_DIR: await folderWithSameData() },
    "node_modules/@remix-run/serve/dist/cli.js build/server.js",
  ),
};

async function responsesOf(url: string) {
  const responses: Record<string, unknown> = {};
  for (const [who, cookie] of Object.entries(cookies)) {
    for (const [name, send] of Object.entries(requests)) {
      responses[`${name} as ${who}`] = await compared(url, send, cookie);
    }
  }
  return responses;
}

const expected = await responsesOf(fast.url);

test.each(Object.entries(servers))("pages and API responses are identical %s", async (_, { url }) => {
  expect(await responsesOf(url)).toEqual(expected);
});

test.each(Object.entries(servers))("a form from another site is rejected %s", async (_, { url }) => {
  const reply = await new Client(url).send("/login", {
    method: "POST",
    form: { code: "123456" },
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(reply.status).toBe(403);
  expect(reply.text).toContain("did not come from Firstnight");
});
