import { expect, test } from "vitest";
import { addDays, localDate } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedClinic, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedClinic(app);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const zone = "America/New_York";
const sunday = addDays(localDate(monday, zone), -1);

test("the note about days off follows the week or month that the calendar shows", async () => {
  const client = new Client(url);
  const cookie = await signInStaff(app, client, user.id);
  for (const [days, note] of [
    [2, "Dentist"],
    [16, "Training"],
  ] as const) {
    const date = addDays(sunday, days);
    const reply = await client.submit(`/therapists/${therapist.id}/availability/days-off`, {
      act: "add",
      fromDate: date,
      toDate: date,
      note,
    });
    expect(reply.status).toBe(303);
  }
  const visitor = await openBrowser(url, { size: desktop });
  const { page } = visitor;
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
  await page.goto("/therapist");
  const calendar = page.locator("#calendar");
  const note = page.locator("#days-off");
  const text = () => note.textContent();
  expect(await text()).toContain("Dentist");
  await calendar.getByText("Next", { exact: true }).click();
  await expect.poll(text).toBe("");
  await calendar.getByText("Next", { exact: true }).click();
  await expect.poll(text).toContain("Training");
  expect(await text()).not.toContain("Dentist");
  await calendar.getByText("Month", { exact: true }).click();
  await expect.poll(text).toContain("Dentist");
  expect(await text()).toContain("Training");
  expectNoProblems(visitor);
});
