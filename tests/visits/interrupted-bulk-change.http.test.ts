import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import type { Role } from "~/core/who";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { therapist } = await seedClinic(app);
let start = app.clock.now() + day;

/** An interrupted change of two visits, and its user. */
async function interrupted(role: Role) {
  const user = await seedUser(app, [role]);
  const client = new Client(server.url);
  await signInStaff(app, client, user.id);
  const visits = [await aVisit(app, therapist, start), await aVisit(app, therapist, start + hour)];
  start += 2 * hour;
  const { id } = await app.db
    .insertInto("bulk_changes")
    .values({ act: "cancel", user_id: user.id, created_at: app.clock.now() - 6 * minute })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("bulk_change_visits")
    .values(
      visits.map(({ id: visit_id, version }, position) => ({ change_id: id, visit_id, version, position })),
    )
    .execute();
  return { client, page: await PlainPage.open(client, `/visits/bulk/${id}`), path: `/visits/bulk/${id}` };
}

test("the start page lists unfinished changes for supervisors, therapists, and admins", async () => {
  for (const [role, home] of [
    ["supervisor", "/supervisordashboard"],
    ["therapist", "/therapist"],
    ["admin", "/admin"],
  ] as const) {
    const { client, path } = await interrupted(role);
    const page = await PlainPage.open(client, home);
    expect(page.text).toContain("A change isn't finished");
    expect(page.text).toContain("0 of 2 visits done");
    expect(page.links("Cancel visits")).toEqual([path]);
    await client.submit(path, { act: "stop" });
    expect((await PlainPage.open(client, home)).text).not.toContain("A change isn't finished");
  }
});

test("after five minutes, the page asks whether to continue, and no script continues it", async () => {
  const { page } = await interrupted("supervisor");
  expect(page.text).toContain("This was interrupted. Continue with the other 2 visits?");
  expect(page.html).not.toContain("data-continue");
  const result = await page.press("Continue with the other 2");
  expect(result.text).toContain("2 canceled.");
});

test("the remaining visits of an interrupted change can stay as they are", async () => {
  const { page } = await interrupted("supervisor");
  const result = await page.press("Leave the other 2 unchanged");
  expect(result.text).toContain("0 canceled, 2 couldn't be canceled.");
  expect(result.text).toContain("The change was stopped before this visit.");
});
