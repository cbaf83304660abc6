import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedUser } from "../support/seed";
import { spawnServer, startServer } from "../support/server";

const form = {
  name: "Ann Lee",
  email: "ann@clinic.example",
  phone: "(919) 555-0123",
  password: "a long enough password",
  company: "Quiet Nights",
  company_phone: "",
  database: "QHMS",
};

test("if there are no users, startup prints a one-time link for creating the first admin", async () => {
  const { app, url, setupLink } = await startServer();
  const path = new URL(setupLink ?? "").pathname;
  const client = new Client(url);
  const { text } = await client.get(path);
  expect(text).toContain("Set up Firstnight");
  // The admin who sets up the clinic has no one to call.
  expect(text).not.toContain("Call the clinic");
  const done = await client.submit(path, form);
  expect([done.status, done.location]).toEqual([303, "/admin?done=set-up"]);
  const page = await client.get("/admin");
  expect([page.status, page.text.includes("ann@clinic.example")]).toEqual([200, true]);
  expect(
    await app.reads
      .selectFrom("databases")
      .innerJoin("companies", "companies.id", "company_id")
      .select(["databases.name", "companies.name as company"])
      .execute(),
  ).toEqual([{ name: "QHMS", company: "Quiet Nights" }]);
  const again = new Client(url);
  expect((await again.get(path)).status).toBe(404);
  expect((await again.submit(path, { ...form, email: "second@clinic.example" })).status).toBe(404);
  const login = await again.post("/api/login", { email: form.email, password: form.password });
  expect(login.json.roles).toEqual(["admin"]);
});

test("a setup link used twice at the same time creates only one admin", async () => {
  const { app, url, setupLink } = await startServer();
  const path = new URL(setupLink ?? "").pathname;
  const replies = await Promise.all(
    ["a", "b"].map((who) => new Client(url).submit(path, { ...form, email: `${who}@clinic.example` })),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([303, 404]);
  expect(await app.reads.selectFrom("users").select("id").execute()).toHaveLength(1);
});

test("a refused setup form shows each field's error, keeps the values entered, and saves nothing", async () => {
  const { app, url, setupLink } = await startServer();
  const path = new URL(setupLink ?? "").pathname;
  const client = new Client(url);
  const wrong = await client.submit(path, { ...form, phone: "12", database: "a b" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Please enter a 10-digit US phone number.");
  expect(wrong.text).toContain('value="Quiet Nights"');
  expect((await client.submit(path, { ...form, password: "password1" })).status).toBe(422);
  expect(await app.reads.selectFrom("companies").select("id").execute()).toEqual([]);
});

test("only the printed setup link works, and only until the first user exists", async () => {
  const { app, url, setupLink } = await startServer();
  expect((await new Client(url).get("/setup/somethingelse")).status).toBe(404);
  await seedUser(app, ["admin"]);
  const path = new URL(setupLink ?? "").pathname;
  expect((await new Client(url).submit(path, form)).status).toBe(404);
});

test("the setup link is printed in the terminal where the server starts, but not in its log", async () => {
  const server = await spawnServer();
  await expect
    .poll(() => server.output())
    .toMatch(/Create the first admin here:\s+http:\/\/\S+\/setup\/[\w-]{43}/);
  const path = /\/setup\/[\w-]{43}/.exec(server.output())?.[0] ?? "";
  await new Client(server.url).get(path);
  await server.end();
  expect(server.output().split(path)).toHaveLength(2);
});

test.each([
  [{ sms_optional: "on" }, 1],
  [{}, 0],
])(
  "the setup form with %j lets patients book without texts only if it was chosen",
  async (chosen, stored) => {
    const { app, url, setupLink } = await startServer();
    const page = await PlainPage.open(new Client(url), new URL(setupLink ?? "").pathname);
    expect((await page.press("Set up", { ...form, ...chosen })).path).toBe("/admin");
    expect(await app.reads.selectFrom("companies").select("sms_optional").execute()).toEqual([
      { sms_optional: stored },
    ]);
  },
);

test("with all the company's facts entered at set-up, the first step of the list is done", async () => {
  const { url, app, setupLink } = await startServer();
  const setup = await PlainPage.open(new Client(url), new URL(setupLink ?? "").pathname);
  const facts = { ...form, company_phone: "(919) 555-0100", support_hours: "Monday to Friday" };
  const refused = await setup.press("Set up", { ...facts, privacy_notice: "clinic.example" });
  expect(refused.text).toContain("Enter a full URL that starts with https://, or enter the text.");
  const list = await refused.press("Set up", {
    ...facts,
    privacy_notice: "https://clinic.example/privacy",
  });
  // A database server has its own backups, so that step is done there.
  const done = process.env.TEST_DATABASE_SERVER ? 3 : 2;
  expect(list.text).toContain(`${done} of 11 done`);
  expect(list.text).toMatch(/lead to your first booked patient\. Therapists To do/);
  expect(await app.db.selectFrom("companies").select("privacy_notice").execute()).toEqual([
    { privacy_notice: "https://clinic.example/privacy" },
  ]);
});
