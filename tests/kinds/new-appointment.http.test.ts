import { expect, test } from "vitest";
import { hour, localDate, minute, zoneOrUtc } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import {
  seedClinic,
  seedCompany,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedVisit,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { order, therapist, starts } = await seedClinic(app);
const first = starts[0] ?? 0;
const date = localDate(first, zoneOrUtc(therapist.timezone));
const { company_id } = await app.reads
  .selectFrom("databases")
  .select("company_id")
  .where("name", "=", order.brightree_db)
  .executeTakeFirstOrThrow();

const open = async (path: string) => PlainPage.open(await staffClient(server, "supervisor"), path);

test("with one kind of visit, New Appointment doesn't ask for it", async () => {
  const page = await open(`/new-appointment?order=${order.id}`);
  expect(page.text).toContain("Therapist and day");
  expect([page.values("kind"), page.values("meeting_link").length]).toEqual([[], 1]);
});

test("staff choose a kind, see the times in which it fits, and book it without a meeting link", async () => {
  const place = await app.db
    .insertInto("places")
    .values({
      company_id,
      name: "Peoria branch",
      address: "12 Oak Street, Peoria, IL 61602",
      timezone: "America/Chicago",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const kind = await app.db
    .insertInto("visit_kinds")
    .values({
      company_id,
      name: "Setup at our branch",
      name_es: "En nuestra oficina",
      mode: "branch",
      length: hour,
      place_id: place.id,
      booked_by: "staff",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const leader = await seedTherapist(app, { company_id, region: therapist.region });
  await app.db
    .insertInto("visit_kind_therapists")
    .values({ kind_id: kind.id, therapist_id: leader.id })
    .execute();
  await seedSlots(app, leader, [first, first + 2 * hour]);
  await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: leader.id,
    start_at: first + 50 * minute,
  });

  const chosen = await (await open(`/new-appointment?order=${order.id}`)).press("Show times", {
    kind: String(kind.id),
    therapist: String(leader.id),
  });
  expect(chosen.values("meeting_link")).toEqual([]);
  const slot = new Date(first + 2 * hour).toISOString();
  // The hour at `first` would overlap the visit 50 minutes later.
  expect(chosen.html.match(/name="slot" value="([^"]+)"/g)).toEqual([
    `name="slot" value="${slot}"`,
    'name="slot" value="other"',
  ]);
  const booked = await chosen.press("Book visit", { slot, status: "confirmed" });
  expect(booked.text).toContain("The patient will get an invitation.");
  const visit = await app.reads
    .selectFrom("visits")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(visit).toMatchObject({
    kind_id: kind.id,
    place_id: place.id,
    status: "confirmed",
    end_at: first + 3 * hour,
    meeting_link: null,
  });
});

test("the therapist who may lead the kind is proposed, and another one only after a warning", async () => {
  const kind = await app.reads
    .selectFrom("visit_kinds")
    .select("id")
    .where("mode", "=", "branch")
    .executeTakeFirstOrThrow();
  const next = await seedOrder(app, { state: therapist.region });
  const page = await open(`/new-appointment?order=${next.id}&kind=${kind.id}`);
  expect(page.values("therapist")).not.toContain(String(therapist.id));
  const other = await open(
    `/new-appointment?order=${next.id}&kind=${kind.id}&therapist=${therapist.id}&date=${date}`,
  );
  const refused = await other.press("Book visit", { slot: "other", time: "09:00" });
  expect(refused.text).toContain(`doesn't lead visits of the kind "Setup at our branch".`);
});

test("a therapist of another company leads the usual setup by video without a warning about kinds", async () => {
  const companyId = await seedCompany(app);
  const { region } = therapist;
  const other = await seedTherapist(app, { company_id: companyId, region, name: "Ada Elsewhere" });
  const start = first + 4 * hour;
  const next = await seedOrder(app, { state: region });
  await seedSlots(app, other, [start]);
  const page = await open(`/new-appointment?order=${next.id}&therapist=${other.id}&date=${date}`);
  const refused = await page.press("Book visit", { slot: "other", time: "18:00" });
  expect(refused.text).toContain("Ada Elsewhere isn't available at this time.");
  expect(refused.text).not.toContain("doesn't lead visits");
});
