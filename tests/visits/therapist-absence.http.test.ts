import { beforeEach, expect, test } from "vitest";
import { day, hour, localDate } from "~/core/time";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedSlots, seedTherapist, seedUser, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { therapist, starts } = await seedClinic(app);
const colleague = await seedTherapist(app, { name: "Dana Reyes" });
const supervisor = await staffClient(server, "supervisor");

/** Each test uses a different day. */
let nine = starts[0] ?? 0;
let date = "";
let path = "";
beforeEach(() => {
  nine += 7 * day;
  date = localDate(nine, "America/New_York");
  path = `/therapists/${therapist.id}/out?date=${date}`;
});

const open = (address = path) => PlainPage.open(supervisor, address);
const ownerOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom("visits").select("therapist_id").where("id", "=", id).executeTakeFirst())
    ?.therapist_id;
async function slots(): Promise<unknown[]> {
  const span = `from=${date}T00:00:00Z&to=${date}T23:59:00Z`;
  const name = encodeURIComponent(therapist.name);
  return (await supervisor.get(`/api/availability?therapist=${name}&${span}`)).json;
}

test("the page shows each patient's name and phone, with a text button or the reason they can't be texted", async () => {
  const known = await seedOrder(app, {
    patient_name: "Bartholomew Featherstonehaugh-Nakamura",
    phone: "+19195550142",
  });
  const silent = await seedOrder(app, { patient_name: "Sam Silent", phone: "+19195550143" });
  const visit = await aVisit(app, therapist, nine, { order_id: known.id });
  await aVisit(app, therapist, nine + hour, { order_id: silent.id, sms_consent: 0 });
  const page = await open();
  expect(page.text).toContain(`Bartholomew Featherstonehaugh-Nakamura, patient ${known.patient_id} , QHMS`);
  expect(page.links("(919) 555-0142")).toEqual(["tel:+19195550142"]);
  expect(page.html).toContain(`href="/visits/${visit.id}"`);
  expect(page.text).toContain("(919) 555-0143 The patient hasn't agreed to texts.");
  expect(page.links(/^Text/)).toEqual([`/messages/start?order=${known.id}`]);
});

test("the text button opens the patient's existing conversation", async () => {
  const order = await seedOrder(app, { phone: "+19195550144" });
  await aVisit(app, therapist, nine, { order_id: order.id });
  const { id } = await app.db
    .insertInto("threads")
    .values({ phone: "+19195550144", created_at: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect((await open()).links(/^Text/)).toEqual([`/messages/${id}`]);
  expect((await open()).text).not.toContain("Texted");
  const reply = { body: "Your therapist is out.", status: "sent", direction: "out", thread_id: id } as const;
  const { id: author } = await seedUser(app, ["supervisor"]);
  await app.db
    .insertInto("messages")
    .values({ ...reply, author_user_id: author, created_at: app.clock.now() })
    .execute();
  expect((await open()).text).toContain("Texted Mon, Mar 2, 10:00 AM EST");
});

test("a visit that no one else can take that day is moved to a later day", async () => {
  const other = await seedTherapist(app, {
    name: "Alone Inwyoming",
    timezone: "America/Denver",
    region: "WY",
  });
  const visit = await aVisit(app, other, nine);
  const [link] = (await open(`/therapists/${other.id}/out?date=${date}`)).links(
    "Move this visit to another time",
  );
  const address = new URL(link ?? "", "http://localhost");
  expect(address.pathname).toBe(`/visits/${visit.id}/move`);
  expect(address.searchParams.get("date")).toBe(localDate(nine + day, "America/Denver"));
});

test("staff move visits and close their day in one step, and the page shows both counts", async () => {
  await seedSlots(app, therapist, [nine, nine + hour, nine + 2 * hour]);
  await seedSlots(app, colleague, [nine]);
  const moved = await aVisit(app, therapist, nine);
  const kept = await aVisit(app, therapist, nine + hour);
  let page = await open();
  expect(page.text).toContain("Close this day and remove 1 start time");
  expect(page.text).toContain("New therapist and time for the visit on");
  expect(page.text).toContain("Preview messages");
  page = await page.press(/^Move /, { slot: [`${moved.id}-${moved.version}-${colleague.id}-${nine}`] });
  expect(page.text).toContain("1 visit moved, 1 still to move. The day is closed.");
  expect(page.text).toMatch(/\w+day, March \d+ is closed\. No one can book it\./);
  expect(page.text).toContain("No one has been notified yet.");
  expect(await slots()).toEqual([]);
  expect([await ownerOf(moved), await ownerOf(kept)]).toEqual([colleague.id, therapist.id]);
});

test("an undo on the absence page restores the visits and stays on the page", async () => {
  await seedSlots(app, colleague, [nine]);
  const visit = await aVisit(app, therapist, nine);
  let page = await (await open()).press("Move 1 visit");
  expect(page.text).toContain("1 visit moved. The day is closed.");
  page = await page.press("Undo");
  expect(page.address).toContain(path);
  expect(page.text).toContain("1 visit moved back, 1 still to move. The day is closed.");
  expect(await ownerOf(visit)).toBe(therapist.id);
});

test("once the notices are sent, the page shows that and no longer offers an undo", async () => {
  await seedSlots(app, colleague, [nine]);
  await aVisit(app, therapist, nine);
  const page = await (await open()).press("Move 1 visit");
  server.clock.advance(31_000);
  const later = await page.open(page.address);
  expect(later.text).toContain("Patient and therapists notified.");
  expect(later.buttons("Undo")).toEqual([]);
});

test("a visit whose new time was taken stays on the page with the reason", async () => {
  await seedSlots(app, colleague, [nine]);
  await aVisit(app, therapist, nine);
  const page = await open();
  await aVisit(app, colleague, nine);
  const after = await page.press("Move 1 visit");
  expect(after.text).toContain("0 visits moved, 1 still to move. The day is closed.");
  expect(after.text).toContain("0 reassigned, 1 couldn't be reassigned.");
  expect(after.text).toContain("Not moved. Dana Reyes has another visit at that time.");
});

test("a day without visits is closed, shown as off, and reopened", async () => {
  await seedSlots(app, therapist, [nine, nine + hour]);
  let page = await open();
  expect(page.text).toContain(`${therapist.name} has no upcoming visits that day.`);
  page = await page.press("Close this day and remove 2 start times");
  expect(page.address).toBe(path);
  expect(page.text).toMatch(/is closed\. No one can book it\./);
  expect(page.buttons(/^Close ./)).toEqual([]);
  expect(await slots()).toEqual([]);
  const profile = await open(`/therapists/${therapist.id}`);
  expect(profile.text).toContain("(Out for the day)");
  expect(profile.links("Reassign that day's visits")).toEqual([`/therapists/${therapist.id}/out`]);
  expect((await open(`/therapist?therapist=${therapist.id}&week=${date}`)).text).toContain(
    "(Out for the day)",
  );
  page = await page.press("Reopen this day");
  expect(page.text).toContain("is open again. 2 start times restored.");
  expect(await slots()).toHaveLength(2);
});

test("the message preview shows the new time and the length of the visit", async () => {
  await seedSlots(app, colleague, [nine + 3 * day]);
  await aVisit(app, therapist, nine);
  expect((await open()).text).toContain("Video visit with Dana Reyes, 45 minutes");
});

test("the day stays open if the box is unchecked, even after the suggestions are refreshed", async () => {
  await seedSlots(app, therapist, [nine + 2 * hour]);
  await seedSlots(app, colleague, [nine]);
  await aVisit(app, therapist, nine);
  const page = await (await open()).press("Update previews", { close: null });
  expect(page.values("close")).toEqual([]);
  const moved = await page.press("Move 1 visit");
  expect(moved.text).toContain("1 visit moved.");
  expect(moved.text).not.toContain("is closed");
  expect(await slots()).toHaveLength(1);
});

test("a past day can't be closed", async () => {
  const page = await open(`/therapists/${therapist.id}/out?date=2026-02-02`);
  expect(page.text).toContain("This day is in the past.");
  expect(page.buttons(/Close .|Move/)).toEqual([]);
});
