import { expect, test } from "vitest";
import { day, localDate } from "~/core/time";
import { boxOf, desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist } = await seedClinic(app);
const supervisor = await seedUser(app, ["supervisor"]);
const client = new Client(url);
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, client, supervisor.id), url },
]);
const { page } = visitor;

test("an undo is shown next to the calendar, and goes away when the patient is notified", async () => {
  const start = app.clock.now() + day;
  const { id } = await aVisit(app, therapist, start);
  const date = localDate(start, therapist.timezone);
  const moved = await client.submit(`/visits/${id}/move`, { date, time: "22:00", accept: "on" });
  expect(moved.status).toBe(303);
  await page.clock.install();
  const undo = page.locator("#toasts").getByRole("button", { name: "Undo", exact: true });
  await page.goto(`/therapist?therapist=${therapist.id}`);
  await undo.waitFor();
  const [toast, main] = [await boxOf(page.locator("#toasts form")), await boxOf(page.locator("main"))];
  expect(toast.x + toast.width).toBeLessThanOrEqual(main.x);
  expect(toast.y + toast.height).toBeLessThanOrEqual(desktop.height);
  expect(Number(await undo.getAttribute("data-seconds"))).toBeLessThanOrEqual(30);
  await page.clock.fastForward(31_000);
  await page.locator("#toasts").getByText("Patient and therapists notified.").waitFor();
  expect(await undo.count()).toBe(0);
  expectNoProblems(visitor);
});
