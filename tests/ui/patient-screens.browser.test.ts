import { afterEach, beforeAll, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import {
  boxOf,
  desktop,
  expectAccessible,
  expectCalm,
  expectNoSidewaysScroll,
  phone,
  type Visitor,
  visit,
} from "../support/browser";
import { Client, rawGet } from "../support/client";
import {
  seedClinic,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
} from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let clinic: Awaited<ReturnType<typeof seedClinic>>;
let booked: Awaited<ReturnType<typeof seedOrder>>;
let link: string;
let visitor: Visitor;

beforeAll(async () => {
  server = await startServer();
  clinic = await seedClinic(server.app);
  const { app } = server;
  const other = await seedTherapist(app, {
    name: "Marguerite Featherstonehaugh-Castellanos de la Vega",
    timezone: "PST",
    region: "CA",
  });
  const many = Array.from({ length: 300 }, (_, index) => app.clock.now() + day + index * hour);
  await seedSlots(app, other, many);
  booked = await seedOrder(app);
  await seedVisit(app, {
    order_id: booked.id,
    therapist_id: clinic.therapist.id,
    start_at: app.clock.now() + 3 * day,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/setup",
  });
  link = await app.db.transaction().execute((trx) => replaceLinkCode(trx, app, clinic.order.id));
  await seedUser(app, ["supervisor"]);
});

afterEach(() => expectCalm(visitor));

async function as(orderId: number | null, asked: Parameters<typeof visit>[1]): Promise<Visitor> {
  visitor = await visit(server.url, asked);
  if (orderId !== null) {
    const client = new Client(server.url);
    const token = await signInPatient(server.app, client, orderId);
    await visitor.context.addCookies([{ name: "firstnight-patient", value: token, url: server.url }]);
  }
  return visitor;
}

const screens: [name: string, path: (() => string) | string, order: "none" | "free" | "booked"][] = [
  ["login", "/", "none"],
  ["staff login", "/login?as=staff", "none"],
  ["start of a patient with a visit", "/", "booked"],
  ["reset", "/reset-password", "none"],
  ["terms", "/terms", "none"],
  ["privacy", "/privacy", "none"],
  ["schedule", "/schedule", "free"],
  ["schedule without a match", "/schedule?region=NC&part=evening", "free"],
  ["schedule with a visit", "/schedule", "booked"],
  ["my visit", "/my-visit", "booked"],
  ["my visit without one", "/my-visit", "free"],
  ["moving a visit", "/my-visit/move", "booked"],
  ["cancelling a visit", "/my-visit/cancel", "booked"],
  ["tracking", "/track", "booked"],
  ["tracking by link", () => `/track/${link}`, "none"],
  ["tracking nothing", "/track/unknown", "none"],
];

test.each(screens)("%s has no barrier, and fits every screen", async (name, path, who) => {
  const order = who === "none" ? null : who === "free" ? clinic.order.id : booked.id;
  const { page } = await as(order, { size: phone });
  await page.goto(typeof path === "string" ? path : path());
  await expectAccessible(visitor, name);
  for (const size of [desktop, { width: 320, height: 640 }]) {
    await page.setViewportSize(size);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${name} at ${size.width}`).toBeLessThanOrEqual(0);
  }
});

test.each(screens)("%s fits a phone with letters of twice the size", async (name, path, whose) => {
  const order = whose === "none" ? null : whose === "booked" ? booked.id : clinic.order.id;
  const { page } = await as(order, { size: phone });
  await page.goto(typeof path === "string" ? path : path());
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await expectNoSidewaysScroll(page, name);
});

test("targets on a patient's page are at least 44 px, inline links aside", async () => {
  const { page } = await as(clinic.order.id, {});
  for (const path of ["/", "/schedule", "/my-visit"]) {
    await page.goto(path);
    const small = await page.$$eval("button, .button, .chip, .days a, .tabs a, .month-bar a", (targets) =>
      targets
        .filter((target) => target.getClientRects().length > 0)
        .filter((target) => Math.min(target.clientHeight + 2, target.clientWidth + 2) < 44)
        .map((target) => target.outerHTML),
    );
    expect(small, path).toEqual([]);
  }
});

test("a time is a row of at least 52 px that is a button as a whole", async () => {
  const { page } = await as(clinic.order.id, {});
  await page.goto("/schedule");
  const row = page.locator(".slots tbody tr").first();
  // A viewer elsewhere may get the list anew meanwhile, which is laid out with its own first frame.
  await expect.poll(async () => (await boxOf(row)).height, { timeout: 10_000 }).toBeGreaterThanOrEqual(52);
  await row.click({ position: { x: 20, y: 45 } });
  await page.locator("#confirm[open]").waitFor();
});

test("no page renders more than 60 times", async () => {
  const client = new Client(server.url);
  await signInPatient(server.app, client, clinic.order.id);
  const { text } = await client.get("/schedule");
  expect(text.match(/data-at=/g)?.length).toBeLessThanOrEqual(60);
});

test("each page with its style fits into the first window of a connection, 14 KB packed", async () => {
  const client = new Client(server.url);
  await signInPatient(server.app, client, clinic.order.id);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const path of ["/", "/schedule", "/my-visit", `/track/${link}`, "/reset-password", "/terms"]) {
    const { bytes } = await rawGet(`${server.url}${path}`, "br", cookie);
    expect(bytes.length, path).toBeLessThan(14 * 1024);
  }
  visitor = await visit(server.url);
});
