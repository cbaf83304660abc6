import { expect, test } from "vitest";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
const { order, therapist } = await seedClinic(app);
await seedVisit(app, {
  order_id: order.id,
  therapist_id: therapist.id,
  start_at: Date.parse("2026-03-06T15:00:00Z"),
  patient_zone: "America/Chicago",
});
const link = await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, order.id));

const stored = "Friday, March 6, 2026 at 9:00 AM CST";
const note = "You're now in Pacific Time, where that's 7:00 AM.";

async function open(timezone: string) {
  const visitor = await openBrowser(url, { timezone });
  const value = await signInPatient(app, new Client(url), order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value, url }]);
  return visitor;
}

test.each([
  ["My visit", "/my-visit"],
  ["Track", `/track/${link}`],
])("a traveling patient sees the time difference on %s", async (_, path) => {
  const visitor = await open("America/Los_Angeles");
  const { page } = visitor;
  await page.goto(path);
  await page.getByText(note, { exact: true }).waitFor();
  expect(await page.getByRole("main").innerText()).toContain("9:00 AM CST");
  await page.reload();
  expect(await (await visitor.context.request.get(`${url}${path}`)).text()).toContain(
    note.replaceAll("'", "&#x27;"),
  );
  expectNoProblems(visitor);
});

test("a patient at home sees only one time", async () => {
  const visitor = await open("America/Chicago");
  await visitor.page.goto("/my-visit");
  await visitor.page.getByText(stored).waitFor();
  await visitor.page.waitForFunction(() => document.cookie.includes("tz="));
  expect(await visitor.page.getByText("You're now in").isVisible()).toBe(false);
  expectNoProblems(visitor);
});
