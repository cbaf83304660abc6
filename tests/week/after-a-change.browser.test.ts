import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { boxOf, desktop, expectNoProblems, openBrowser, phone } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
await seedDatabase(app, "QHMS");

async function aTherapist(size: typeof desktop) {
  clock.set(monday);
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id });
  const visitor = await openBrowser(url, { size });
  await visitor.context.addCookies([
    { name: "firstnight", value: await signInStaff(app, new Client(url), user.id), url },
  ]);
  const book = async (after: number, patient_name: string) =>
    seedVisit(app, {
      order_id: (await seedOrder(app, { patient_name })).id,
      therapist_id: therapist.id,
      start_at: monday + after,
      status: "confirmed",
      confirmed_at: monday - 3 * day,
    });
  return { ...visitor, visitor, book };
}

test("a visit that was dragged still shows the patient's name", async () => {
  const { page, visitor, book } = await aTherapist(desktop);
  await book(day, "Priya Hendricks");
  await page.goto("/therapist");
  const event = page.locator(".event-line", { hasText: "Priya Hendricks" });
  await event.scrollIntoViewIfNeeded();
  const { x, y } = await boxOf(event);
  await page.mouse.move(x + 40, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40, { steps: 4 });
  await page.mouse.move(x + 40, y + 60, { steps: 4 });
  await page.mouse.up();
  await page.locator("#toasts").getByText("No one has been notified yet.").waitFor();
  expect(await page.locator(".event-line").innerText()).toContain("Priya Hendricks");
  expectNoProblems(visitor);
});

test("outcomes are entered one after the other, with one tap each once the list is open", async () => {
  const { page, visitor, book } = await aTherapist(phone);
  for (const [index, name] of ["Ann", "Ben", "Cleo", "Dan"].entries()) await book(-day + index * hour, name);
  await page.goto("/therapist");
  await page.getByRole("heading", { name: "4 visits need an outcome" }).click();
  for (const act of ["Completed", "No-show", "Completed"]) {
    const button = page.getByRole("button", { name: new RegExp(`^${act} for patient`) }).first();
    const address = await button.getAttribute("formaction");
    await button.click();
    await page.locator(`[formaction="${address}"]`).waitFor({ state: "detached" });
  }
  const last = page.getByRole("button", { name: /^No-show for patient/ });
  const box = await boxOf(last);
  expect(box.y).toBeGreaterThan(0);
  expect(box.y + box.height).toBeLessThanOrEqual(phone.height);
  await last.click();
  await page.locator("#outcomes:empty").waitFor({ state: "attached" });
  const saved = await app.db.selectFrom("visits").select("status").where("start_at", "<", monday).execute();
  expect(saved.map(({ status }) => status)).toEqual(["completed", "no show", "completed", "no show"]);
  expectNoProblems(visitor);
});
