import { expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedCompany,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedVisit,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const company = "Blue Ridge";

async function aClinic() {
  const server = await startServer();
  const { app, url, clock } = server;
  const companyId = await seedCompany(app, company);
  await seedDatabase(app);
  const therapist = await seedTherapist(app, {
    company_id: companyId,
    name: "Dana Reyes",
    zoom_link: "https://meet.example/dana",
  });
  const admin = await staffClient(server, "admin");
  const open = (path: string) => PlainPage.open(admin, path);
  const patient = async (fields: Parameters<typeof seedOrder>[1] = {}) => {
    const order = await seedOrder(app, fields);
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    return { order, client };
  };
  const newKind = (fields: Record<string, string | string[]>) =>
    open(`/admin/company/kinds/new?${new URLSearchParams({ company })}`).then((page) =>
      page.press("Add", { name: "Long setup", name_es: "Configuración larga", mode: "phone", ...fields }),
    );
  const kindNamed = (name: string) =>
    app.reads.selectFrom("visit_kinds").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
  return {
    ...server,
    companyId,
    therapist,
    admin,
    open,
    patient,
    newKind,
    kindNamed,
    start: clock.now() + 7 * day,
  };
}

const chooseClass = /^Choose this class/;

test("a kind that is longer than any opening warns the admin, and patients read that it has no open times", async () => {
  const { app, therapist, patient, newKind, kindNamed, admin } = await aClinic();
  const [first = 0, second = 0] = morningStarts(app, 1);
  await seedSlots(app, therapist, [first, second]);
  const other = await seedOrder(app);
  // The slots start an hour and a half hour before this visit.
  await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: first + hour });
  const saved = await newKind({ length: "240" });
  expect(saved.text).toContain("No opening in the next 28 days is long enough");
  const kind = await kindNamed("Long setup");
  const { order, client } = await patient();
  const cards = await PlainPage.open(client, "/schedule");
  expect(cards.text).toContain("Your therapist calls you. 240 minutes. No times are open right now.");
  const times = await cards.follow("Long setup");
  expect([times.status, times.text]).toEqual([200, expect.stringContaining("No times are open right now.")]);
  expect(times.links(/^Select/)).toEqual([]);
  expect((await admin.get(`/api/availability?kind=${kind.id}`)).json).toEqual([]);
  const forced = await client.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(first),
    sms_consent: true,
    kind: kind.id,
  });
  expect(forced.status).toBe(409);
  // The usual kind still fits.
  expect((await cards.follow("Setup by video")).links(/^Select/)).toHaveLength(1);
});

test("a kind whose therapists have no times is offered to no one, and a company without therapists is named", async () => {
  const { app, therapist, patient, newKind, open } = await aClinic();
  await seedSlots(app, therapist, morningStarts(app, 1));
  const leader = await seedTherapist(app, { company_id: therapist.company_id, name: "Lee New" });
  const saved = await newKind({ therapists: [String(leader.id)] });
  expect(saved.text).toContain("No opening in the next 28 days is long enough");
  const { client } = await patient();
  const times = await (await PlainPage.open(client, "/schedule")).follow("Long setup");
  expect(times.text).toContain("No times are open right now.");
  await seedCompany(app, "Empty company");
  const page = await open(`/admin/company/kinds/new?${new URLSearchParams({ company: "Empty company" })}`);
  const empty = await page.press("Add", { name: "Call", name_es: "Llamada", mode: "phone" });
  expect(empty.text).toContain("No one can lead this kind of visit, because the company has no therapists.");
});

test("an admin who retires a class and closes its place reads that classes stay, and no one else gets a seat", async () => {
  const { app, companyId, therapist, patient, open, start } = await aClinic();
  const place = await app.db
    .insertInto("places")
    .values({ company_id: companyId, name: "Asheville", address: "1 Main St", timezone: "America/New_York" })
    .returningAll()
    .executeTakeFirstOrThrow();
  const kind = await seedClassKind(app, companyId, { name: "Mask class", place_id: place.id });
  const session = await seedClass(app, therapist, start, { kind_id: kind.id, place_id: place.id });
  const { client } = await patient();
  const saved = `/schedule/classes/${session.id}`;
  expect((await PlainPage.open(client, saved)).buttons("Confirm")).toHaveLength(1);

  const refused = await (await open(`/admin/company/places/${place.id}/close`)).press("Close");
  expect(refused.text).toContain('"Mask class" takes place here.');
  const retire = await open(`/admin/company/kinds/${kind.id}/retire`);
  expect(retire.text).toContain("One class stays scheduled, but no one else can take a seat in it.");
  await retire.press("Retire");
  const close = await open(`/admin/company/places/${place.id}/close`);
  expect(close.text).toContain("One class stays scheduled here. Cancel it if no one will be there.");
  await close.press("Close");

  const late = await PlainPage.open(client, saved);
  expect(late.text).toContain("This class is full or no longer takes place.");
  expect((await client.submit(saved, { act: "book", sms_consent: "on" })).status).toBe(422);
  expect((await PlainPage.open(client, "/schedule/classes")).links(chooseClass)).toEqual([]);
  const change = await open(`/classes/${session.id}/change`);
  expect((await change.press("Save", { time: "16:00" })).text).toContain(
    "Asheville is closed. Cancel this class instead.",
  );
  const canceled = await (await open(`/classes/${session.id}/cancel`)).press("Cancel class");
  expect(canceled.text).toContain("Class canceled.");
});

test("a class of one is refused in words, in a kind and in a class, and keeps what was typed", async () => {
  const { newKind, admin, companyId, app, therapist, start } = await aClinic();
  const refused = await newKind({ mode: "class", seats: "1" });
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining("A class has 2 to 50 seats."),
  ]);
  expect([refused.values("name"), refused.values("seats")]).toEqual([["Long setup"], ["1"]]);
  const kind = await seedClassKind(app, companyId);
  const reply = await admin.post("/api/classes", {
    kind: kind.id,
    therapist: therapist.id,
    start: iso(start),
    seats: 1,
  });
  expect([reply.status, reply.json.error]).toEqual([422, "A class has 2 to 50 seats."]);
});

test("seats can't be lowered below those taken, on the class's page and in the API, and a kind's seats don't change them", async () => {
  const { app, companyId, therapist, start, open, admin, patient } = await aClinic();
  const kind = await seedClassKind(app, companyId, { name: "Mask class" });
  const session = await seedClass(app, therapist, start, { kind_id: kind.id });
  for (let nth = 0; nth < 3; nth++) {
    const { client } = await patient();
    await (await PlainPage.open(client, `/schedule/classes/${session.id}`)).press("Confirm", {
      sms_consent: "on",
    });
  }
  const sentence = "3 seats are taken. Enter at least 3, or move patients first.";
  const refused = await (await open(`/classes/${session.id}/change`)).press("Save", { seats: "2" });
  expect(refused.text).toContain(sentence);
  expect(refused.values("seats")).toEqual(["2"]);
  const reply = await admin.patch(`/api/classes/${session.id}`, { seats: 2 });
  expect([reply.status, reply.json.error]).toEqual([422, sentence]);
  await (await open(`/admin/company/kinds/${kind.id}`)).press("Save", { seats: "2" });
  const page = await (await open(`/classes/${session.id}/change`)).press("Save", { seats: "3" });
  expect(page.facts["Seats taken"]).toBe("3 of 3");
});

test("ZIP+4 and a Canadian postal code find the therapists who travel there", async () => {
  const { app, therapist, companyId, patient, newKind, admin } = await aClinic();
  const starts = morningStarts(app, 1).filter((_, index) => index % 2 === 0);
  const canadian = await seedTherapist(app, {
    company_id: companyId,
    name: "Remy Ottawa",
    zip_prefixes: '["K1A"]',
  });
  await seedSlots(app, therapist, starts);
  await seedSlots(app, canadian, starts);
  await app.db
    .updateTable("therapists")
    .set({ zip_prefixes: '["606"]' })
    .where("id", "=", therapist.id)
    .execute();
  await newKind({ name: "Setup at home", mode: "home" });
  const therapistsFor = async (zip: string) => {
    const { order, client } = await patient();
    const form = await PlainPage.open(admin, `/orders/${order.id}/zip`);
    expect((await form.press("Save", { zip })).text).toContain("ZIP code saved");
    const times = await (await PlainPage.open(client, "/schedule")).follow("Setup at home");
    return ["Dana Reyes", "Remy Ottawa"].filter((name) => times.text.includes(name));
  };
  expect(await therapistsFor("60601-1234")).toEqual(["Dana Reyes"]);
  expect(await therapistsFor("k1a 0b1")).toEqual(["Remy Ottawa"]);
  expect(await therapistsFor("90210")).toEqual([]);
});
