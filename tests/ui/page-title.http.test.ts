import { beforeAll, expect, test } from "vitest";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedCompany, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let link: string;
let orderId: number;

beforeAll(async () => {
  server = await startServer();
  const { order } = await seedClinic(server.app);
  orderId = order.id;
  await server.app.db.updateTable("companies").set({ name: "Acme Sleep" }).execute();
  link = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
});

test("the titles of a patient's pages end in the company's name", async () => {
  const client = new Client(server.url);
  await signInPatient(server.app, client, orderId);
  const paths = ["/", "/schedule", "/my-visit", "/track", "/my-visit/check"];
  const pages = await Promise.all(
    [...paths, "/terms", "/privacy", "/languages"].map((path) => PlainPage.open(client, path)),
  );
  for (const { path, title } of pages) expect(title, path).toMatch(/^\S.* – Acme Sleep$/);
});

test("a tracking link says whose page it is without a session", async () => {
  const { title } = await PlainPage.open(new Client(server.url), `/track/${link}`);
  expect(title).toBe("Track my order – Acme Sleep");
});

test("an error page says whose page it is", async () => {
  const client = new Client(server.url);
  await signInPatient(server.app, client, orderId);
  expect((await PlainPage.open(client, "/schedule?date=nonsense")).title).toContain("Acme Sleep");
});

test("a page of an installation with several companies ends in the product's name", async () => {
  await seedCompany(server.app);
  const { title } = await PlainPage.open(new Client(server.url), "/");
  expect(title).toBe("Sign in – Firstnight");
});
