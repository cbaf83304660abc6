import { expect, test } from "vitest";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { strings } from "~/schedule/strings";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
await seedClinic(app);

async function signedIn(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(app, { patient_name: "Gregory Allen Quist", ...fields });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, client };
}
const linkOf = (orderId: number) =>
  app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, orderId));

test("a signed-in patient who opens a link that doesn't work sees that above their own page", async () => {
  const { client } = await signedIn();
  const page = await PlainPage.open(client, "/schedule/abcdefghijkmnpqrstuv");
  expect(page.text).toContain(strings.link.unknown);
  expect(page.text).toContain("For Gregory Q.");
  expect(page.text.indexOf(strings.link.unknown)).toBeLessThan(page.text.indexOf("Schedule Appointment"));
});

test("a signed-in patient who opens another order's link sees that above that order's page", async () => {
  const { client } = await signedIn();
  const other = await seedOrder(app, { patient_name: "Ruth Lee" });
  const page = await PlainPage.open(client, `/schedule/${await linkOf(other.id)}`);
  expect(page.text).toContain(strings.link.other);
  expect(page.text).toContain("For Ruth L.");
});

test("a patient's own link needs no notice", async () => {
  const { client, order } = await signedIn();
  const { text } = await PlainPage.open(client, `/schedule/${await linkOf(order.id)}`);
  for (const notice of Object.values(strings.link)) expect(text).not.toContain(notice);
});

test("a link that doesn't work is also named above the question about the place", async () => {
  const { client } = await signedIn({ state: "TN" });
  client.cookies.set("tz", "Pacific%2FHonolulu");
  const page = await PlainPage.open(client, "/schedule/abcdefghijkmnpqrstuv");
  expect(page.text).toContain("Where will you be for this visit?");
  expect(page.text).toContain(strings.link.unknown);
});
