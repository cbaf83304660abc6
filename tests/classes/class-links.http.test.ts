import { expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { seedClass, seedClassKind } from "../support/classes";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedDatabase, seedOrder, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const oldLink = "https://meet.example/old";
const newLink = "https://meet.example/new";

async function aClinic(zoom_link: string | null = newLink) {
  const server = await startServer();
  const { app, clock } = server;
  const companyId = await seedCompany(app);
  await seedDatabase(app);
  const therapist = await seedTherapist(app, { company_id: companyId, zoom_link });
  const admin = await staffClient(server, "admin");
  const start = clock.now() + 7 * day;
  const links = async () => ({
    classes: (await app.reads.selectFrom("classes").select("meeting_link").orderBy("start_at").execute()).map(
      ({ meeting_link }) => meeting_link,
    ),
    visits: (await app.reads.selectFrom("visits").select("meeting_link").orderBy("id").execute()).map(
      ({ meeting_link }) => meeting_link,
    ),
  });
  return { ...server, companyId, therapist, admin, start, links };
}

test("a new link replaces the link of a class and of all its seats", async () => {
  const { app, therapist, admin, start, links } = await aClinic();
  const session = await seedClass(app, therapist, start, { meeting_link: oldLink });
  for (const status of ["confirmed", "submitted"]) {
    await seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: therapist.id,
      class_id: session.id,
      kind_id: session.kind_id,
      start_at: session.start_at,
      end_at: session.end_at,
      meeting_link: oldLink,
      status,
    });
  }
  // A class without patients gets it, too, so that a patient who takes a seat later has the right link.
  await seedClass(app, therapist, start + day, { meeting_link: "https://meet.example/older" });
  const path = `/therapists/${therapist.id}/edit`;
  const page = await PlainPage.open(admin, path);
  await page.press("Send 2 patients the new link");
  expect(await links()).toEqual({
    classes: [newLink, "https://meet.example/older"],
    visits: [newLink, newLink],
  });
  const done = await (await PlainPage.open(admin, path)).press("Use the new link for the class");
  expect((await links()).classes).toEqual([newLink, newLink]);
  expect(done.text).not.toContain("different link");
});

test("a class gets its link from the template of its kind or company, and each fixed link only once at a time", async () => {
  const { app, companyId, therapist, admin, start, links } = await aClinic(null);
  const kind = await seedClassKind(app, companyId, { name: "Setup class" });
  const other = await seedTherapist(app, { company_id: companyId });
  const schedule = (therapistName: string, at: number) =>
    admin.post("/api/classes", { kind: kind.id, therapist: therapistName, start: iso(at), seats: 6 });
  const refused = await schedule(therapist.name, start);
  expect(refused.text).toContain("has no meeting link");
  await app.db
    .updateTable("companies")
    .set({ link_template: "https://meet.example/{random}" })
    .where("id", "=", companyId)
    .execute();
  expect((await schedule(therapist.name, start)).status).toBe(200);
  expect((await links()).classes).toEqual([expect.stringMatching(/^https:\/\/meet\.example\/[0-9a-f]{32}$/)]);
  const fixed = ["https://meet.example/one", "https://meet.example/two"];
  await app.db
    .updateTable("visit_kinds")
    .set({ link_template: fixed.join("\n") })
    .where("id", "=", kind.id)
    .execute();
  expect((await schedule(therapist.name, start + 3 * hour)).status).toBe(200);
  expect((await schedule(other.name, start + 3 * hour)).status).toBe(200);
  expect((await links()).classes.slice(1)).toEqual(fixed);
});
