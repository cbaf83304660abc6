import type { Page } from "playwright";
import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { boxOf, desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

// 9 AM in New York on the test clock's Tuesday.
const nine = monday - hour + day;
const { app, url, clock } = await startServer();
clock.set(monday);
await seedClinic(app);

async function aWeek() {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id });
  const value = await signInStaff(app, new Client(url), user.id);
  const visitor = await openBrowser(url, { size: { ...desktop, height: 1400 } });
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  const starts = async () =>
    (await app.db.selectFrom("slots").selectAll().where("therapist_id", "=", therapist.id).execute())
      .map(({ start_at }) => (start_at - nine) / minute)
      .sort((a, b) => a - b);
  return { therapist, visitor, page: visitor.page, starts };
}

/** Drags down Tuesday's column from one hour to another, such as from "9am" to "11am". */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const lineOf = async (text: string) =>
    (await boxOf(page.locator("#calendar").getByText(text, { exact: true }))).y;
  const head = await boxOf(page.locator('#calendar [role="columnheader"]').filter({ hasText: "Tue" }));
  const x = head.x + head.width - 12;
  const [start, end] = [await lineOf(from), await lineOf(to)];
  await page.mouse.move(x, start + 6);
  await page.mouse.down();
  await page.mouse.move(x, start + 30, { steps: 3 });
  await page.mouse.move(x, end - 4, { steps: 5 });
  await page.mouse.up();
}

test("dragging over empty time adds openings, dragging over openings removes them, and both are undone", async () => {
  const { visitor, page, starts } = await aWeek();
  await page.goto("/therapist");
  await page.locator("#calendar").getByText("9am", { exact: true }).waitFor();
  await drag(page, "9am", "11am");
  await page.getByText("6 openings added, Tue, Mar 3, 9:00 AM to 11:00 AM.").waitFor();
  expect(await starts()).toEqual([0, 15, 30, 45, 60, 75]);
  await page.locator("#calendar .behind.open").first().waitFor();

  // A part of the open time is removed. What is left ends before it, or starts after it.
  await drag(page, "10am", "11am");
  await page.getByText("4 openings removed, Tue, Mar 3, 10:00 AM to 11:00 AM.").waitFor();
  expect(await starts()).toEqual([0, 15]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Undone. The openings are as before.").waitFor();
  expect(await starts()).toEqual([0, 15, 30, 45, 60, 75]);
  expectNoProblems(visitor);
});

test("painting leaves a booked visit as it is and shows that it does", async () => {
  const { therapist, visitor, page, starts } = await aWeek();
  const order = await seedOrder(app);
  const { id } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: nine + hour,
    status: "confirmed",
  });
  await page.goto("/therapist");
  await page.locator(`#calendar [data-visit="${id}"]`).waitFor();
  await drag(page, "9am", "12pm");
  await page.getByText(/^\d+ openings added.*Booked visits stay as they are\.$/).waitFor();
  expect(await starts()).toEqual([0, 15, 105, 120, 135]);
  await page.locator("#calendar .behind.open").first().waitFor();
  await drag(page, "9am", "12pm");
  await page
    .getByText("5 openings removed, Tue, Mar 3, 9:00 AM to 12:00 PM. 1 booked visit stays as booked.")
    .waitFor();
  expect(await starts()).toEqual([]);
  const visit = await app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect([visit.status, visit.start_at]).toEqual(["confirmed", nine + hour]);
  expectNoProblems(visitor);
});
