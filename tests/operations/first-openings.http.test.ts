import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedCompany(app, "Restwell");
const admin = await seedUser(app, ["admin"]);
const client = new Client(url);
await signInStaff(app, client, admin.id);

test("from the checklist, a new therapist has four weeks of openings after two forms", async () => {
  const checklist = await PlainPage.open(client, "/admin/setup");
  const form = await checklist.follow("Add a therapist");
  const hours = await form.press("Add therapist", {
    name: "Omar Reyes",
    email: "omar@clinic.example",
    phone: "(919) 555-0144",
    region: "NC",
    timezone: "EST",
  });
  expect(hours.heading).toBe("Availability: Omar Reyes");
  expect(hours.text).toContain("Texts and email aren't set up, so nothing was sent.");
  const opened = await hours.press("Open for booking");
  const starts = await app.reads.selectFrom("slots").select("start_at").orderBy("start_at").execute();
  // Nine starts on twenty days. Today's starts can be in the past.
  expect(starts.length).toBeGreaterThanOrEqual(171);
  expect(opened.text).toContain(`✅ Added: ${starts.length}`);
  expect(opened.buttons("Open for booking")).toEqual([]);
  const after = await PlainPage.open(client, "/admin/setup");
  const openings = Number(/Omar Reyes has (\d+) openings in the next 7 days/.exec(after.text)?.[1]);
  expect(openings).toBeGreaterThanOrEqual(36);
});

test("the button that makes openings from saved hours comes before the hours", async () => {
  const { id } = await app.reads.selectFrom("therapists").select("id").executeTakeFirstOrThrow();
  const page = await PlainPage.open(client, `/therapists/${id}/availability/week`);
  const html = page.html;
  expect(html.indexOf("Apply to these weeks")).toBeGreaterThan(0);
  expect(html.indexOf("Apply to these weeks")).toBeLessThan(html.indexOf("Save hours"));
});

test("first hours that end before they start are refused, and nothing is saved", async () => {
  const added = await PlainPage.open(client, "/therapists/new");
  const page = await added.press("Add therapist", {
    name: "Ada Grant",
    email: "ada@clinic.example",
    phone: "(919) 555-0145",
    region: "NC",
    timezone: "EST",
  });
  const before = await app.reads.selectFrom("weekly_hours").select("id").execute();
  const refused = await page.press("Open for booking", { startTime: "17:00", endTime: "08:00" });
  expect(refused.text).toContain("The end time must be after the start time.");
  expect(await app.reads.selectFrom("weekly_hours").select("id").execute()).toEqual(before);
});
