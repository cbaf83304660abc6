import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { url, app, clock } = await startServer();
await seedDatabase(app, "QHMS");
const user = await seedUser(app, ["admin"]);
const admin = new Client(url);
await signInStaff(app, admin, user.id);

async function make(name: string): Promise<string> {
  const reply = await admin.submit("/admin/keys", { name });
  expect(reply.status).toBe(200);
  const { text } = new PlainPage(admin, "/admin/keys", reply);
  return /(?<![\w-])[\w-]{43}(?![\w-])/.exec(text)?.[0] ?? "";
}

const put = (key: string) =>
  new Client(url).put("/api/orders", { orders: [] }, { authorization: `Bearer ${key}` });

const idOf = async (name: string) =>
  (
    await app.reads
      .selectFrom("integration_keys")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;

test("a new key is shown once, works, and is stored as a hash", async () => {
  const key = await make("Nightly export");
  expect((await put(key)).status).toBe(200);
  const page = (await admin.get("/admin/keys")).text;
  expect(page).toContain("Nightly export");
  expect(page).not.toContain(key);
  const rows = await app.reads.selectFrom("integration_keys").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("a key can only import orders", async () => {
  const headers = { authorization: `Bearer ${await make("Curious system")}` };
  for (const path of ["/api/kpi/step-counts", "/api/pending-access-codes", "/api/admin/users"]) {
    expect([path, (await new Client(url).get(path, headers)).status]).toEqual([path, 403]);
  }
});

test("the Bearer scheme is case-insensitive", async () => {
  const key = await make("Small letters");
  const small = { authorization: `bearer ${key}` };
  expect((await new Client(url).put("/api/orders", { orders: [] }, small)).status).toBe(200);
  const none = await new Client(url).put("/api/orders", { orders: [null, 5] }, small);
  expect(none.json.errors).toEqual(
    [0, 1].map((index) => ({ index, field: "row", error: "Each order must be an object." })),
  );
});

test("a second key with the same name is refused, and the first one still works", async () => {
  const key = await make("Referral desk");
  const again = await admin.submit("/admin/keys", { name: "Referral desk" });
  expect(again.status).toBe(422);
  expect(again.text).toContain("already has a key");
  expect((await put(key)).status).toBe(200);
  expect((await admin.submit("/admin/keys", { name: "  " })).status).toBe(422);
});

test("the list shows when a key was last used, to the minute", async () => {
  const key = await make("Morning export");
  const usedAt = async () =>
    (
      await app.reads
        .selectFrom("integration_keys")
        .select("last_used_at")
        .where("name", "=", "Morning export")
        .executeTakeFirstOrThrow()
    ).last_used_at;
  expect(await usedAt()).toBeNull();
  await put(key);
  const first = clock.now();
  expect(await usedAt()).toBe(first);
  clock.advance(minute / 2);
  await put(key);
  expect(await usedAt()).toBe(first);
  clock.advance(minute);
  await put(key);
  expect(await usedAt()).toBe(clock.now());
});

test("a revoked key is rejected on the next request, and its name can be reused", async () => {
  const key = await make("Old system");
  const path = `/admin/keys/${await idOf("Old system")}/revoke`;
  expect((await admin.get(path)).text).toContain("Revoke the key for Old system");
  const reply = await admin.submit(path, {});
  expect([reply.status, reply.location]).toEqual([303, "/admin/keys"]);
  expect((await put(key)).status).toBe(401);
  expect((await admin.submit(path, {})).status).toBe(303);
  expect(await make("Old system")).not.toBe("");
  expect((await admin.submit("/admin/keys/987654/revoke", {})).status).toBe(404);
});

test("the audit log records who created and revoked a key, without the key", async () => {
  const entries = await app.reads
    .selectFrom("audit_log")
    .select(["action", "user_email", "subject"])
    .where("subject", "=", "integration Old system")
    .orderBy("id")
    .execute();
  expect(entries).toEqual(
    ["integration-key.made", "integration-key.revoked", "integration-key.made"].map((action) => ({
      action,
      user_email: user.email,
      subject: "integration Old system",
    })),
  );
});
