import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { offersOf, seedOffers } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
await seedClinic(app);

const linkOf = (orderId: number) => app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, orderId));
const chosen = async (orderId: number) =>
  (await app.db.selectFrom("orders").select("chosen_language").where("id", "=", orderId).executeTakeFirst())
    ?.chosen_language;

test("the language switch in a stale tab changes only the browser's language", async () => {
  const [first, second] = [await seedOrder(app), await seedOrder(app)];
  const client = new Client(url);
  await client.get(`/schedule/${await linkOf(first.id)}`);
  const { hidden } = await PlainPage.open(client, "/schedule");
  await client.get(`/schedule/${await linkOf(second.id)}`);
  await client.submit("/language", { ...hidden, language: "es" });
  expect([await chosen(first.id), await chosen(second.id)]).toEqual([null, null]);
  expect(client.cookies.get("language")).toBe("es");
  const own = await PlainPage.open(client, "/schedule");
  await client.submit("/language", { ...own.hidden, language: "es" });
  expect([await chosen(first.id), await chosen(second.id)]).toEqual([null, "es"]);
});

test("a tracking page opened from a link is in the order's language", async () => {
  const order = await seedOrder(app, { language: "es" });
  const link = `/track/${await linkOf(order.id)}`;
  const client = new Client(url);
  expect((await client.get(link)).text).toContain('<html lang="es"');
  const { hidden } = await PlainPage.open(client, link);
  await client.submit("/language", { ...hidden, language: "en" });
  expect((await client.get(link)).text).toContain('<html lang="en"');
  const other = await seedOrder(app);
  await signInPatient(app, client, other.id);
  const { hidden: ofOther } = await PlainPage.open(client, link);
  await client.submit("/language", { ...ofOther, language: "es" });
  expect([await chosen(order.id), await chosen(other.id)]).toEqual([null, null]);
});

test("a staff session in the same browser doesn't change the language of the patient's start page", async () => {
  const order = await seedOrder(app, { language: "es" });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  const { text } = await client.get("/");
  expect(text).toContain('<html lang="es"');
  expect(text).toContain("/supervisordashboard");
});

test("the language switch returns to the same page, and pages that staff open from a link have no switch", async () => {
  const order = await seedOrder(app);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  for (const path of ["/my-visit/helper", "/reset-password"]) {
    const { hidden } = await PlainPage.open(client, path);
    expect((await client.submit("/language", { ...hidden, language: "en" })).location).toBe(path);
  }
  expect((await client.get("/reset-password/abc")).text).not.toContain('action="/language"');
});

test("the switch on each of a patient's pages returns to that page, in the other language", async () => {
  const order = await seedOrder(app, { visit_zone: "America/New_York" });
  const { seedWaiting, free } = await seedOffers({ ...app, clock });
  await seedWaiting();
  await free();
  clock.advance(2 * minute);
  await runWaves(app);
  const [offer] = await offersOf({ ...app, clock });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const pages = [
    `/offer/${offer?.code}`,
    `/track/${await linkOf(order.id)}`,
    ...["/", "/schedule", "/my-visit", "/my-visit/move", "/my-visit/cancel", "/my-visit/helper"],
    ...["/my-visit/check", "/my-visit/earlier", "/my-visit/questions", "/my-wait", "/track"],
    ...["/schedule/classes", "/terms", "/privacy", "/languages"],
  ];
  for (const path of pages) {
    for (const language of ["es", "en"]) {
      const { hidden } = await PlainPage.open(client, path);
      const { location } = await client.submit("/language", { ...hidden, language });
      expect([path, location]).toEqual([path, hidden.to]);
      expect(hidden.to).toBe((await PlainPage.open(client, path)).path);
      expect((await PlainPage.open(client, path)).html, path).toContain(`<html lang="${language}"`);
    }
  }
});
