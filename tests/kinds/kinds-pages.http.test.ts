import { expect, test } from "vitest";
import { day, minute } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedCompany, seedOrder, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const clinic = await seedClinic(app);
const { id: companyId, company } = await app.reads
  .selectFrom("databases")
  .innerJoin("companies", "companies.id", "company_id")
  .select(["companies.id", "companies.name as company"])
  .where("databases.name", "=", clinic.order.brightree_db)
  .executeTakeFirstOrThrow();

const open = async (path: string) => PlainPage.open(await staffClient(server, "admin"), path);

test("an admin sets up a branch and a kind of visit there, starting from the Company page", async () => {
  const kinds = await (await open(`/admin/company?${new URLSearchParams({ company })}`)).follow(
    "Kinds of visits and places",
  );
  expect(kinds.table("Kinds of visits")).toEqual([
    {
      Name: "Setup by video",
      How: "By video",
      Length: "45 minutes",
      "Booked by": "Patients and staff",
      "Led by": "Every therapist",
      Status: "Default",
    },
  ]);
  const early = await kinds.follow("Add a kind of visit");
  expect((await early.follow("add the place")).path).toBe("/admin/company/places");
  const places = await (await (await kinds.follow("Places")).follow("Add a place")).press("Add", {
    name: "Peoria branch",
    address: "12 Oak Street, Peoria, IL 61602",
    timezone: "America/Chicago",
    rooms: "2",
    phone: "309-555-0100",
    directions: "Park behind the house. The entrance has no steps.",
    directions_es: "Estacione detrás de la casa. La entrada no tiene escalones.",
    latitude: "40.69",
    longitude: "-89.59",
  });
  expect(places.text).toContain("Place saved");
  expect(places.table("Places")).toEqual([
    {
      Name: "Peoria branch",
      Address: "12 Oak Street, Peoria, IL 61602",
      "Visits at a time": "2 at a time",
      Status: "Open",
    },
  ]);
  const place = await app.reads.selectFrom("places").selectAll().executeTakeFirstOrThrow();
  const added = await (await (await places.follow("Kinds of visits")).follow("Add a kind of visit")).press(
    "Add",
    {
      name: "Setup at our branch",
      name_es: "Configuración en nuestra oficina",
      mode: "branch",
      place: String(place.id),
      length: "60",
      buffer_before: "10",
      buffer_after: "15",
      therapists: [String(clinic.therapist.id)],
      ready: "Your box",
      hands_over_equipment: "on",
    },
  );
  expect(added.text).toContain("Kind of visit saved");
  expect(
    await app.reads.selectFrom("visit_kinds").selectAll().where("mode", "=", "branch").executeTakeFirst(),
  ).toMatchObject({
    company_id: companyId,
    length: 60 * minute,
    buffer_before: 10 * minute,
    buffer_after: 15 * minute,
    place_id: place.id,
    ready: "Your box",
    hands_over_equipment: 1,
    active: 1,
  });
  expect((await added.follow("Back")).table("Kinds of visits")[1]).toEqual({
    Name: "Setup at our branch",
    How: "At a place, Peoria branch",
    Length: "60 minutes + 10 before, 15 after",
    "Booked by": "Patients and staff",
    "Led by": "1 therapist",
    Status: "Active",
  });
});

const branchKind = () =>
  app.reads.selectFrom("visit_kinds").selectAll().where("mode", "=", "branch").executeTakeFirstOrThrow();

test("an admin changes a kind, makes it the default, and makes the old one the default again", async () => {
  const path = `/admin/company/kinds/${(await branchKind()).id}`;
  const saved = await (await open(path)).press("Save", { length: "50", therapists: null });
  expect([saved.text.includes("Kind of visit saved"), saved.values("length")]).toEqual([true, ["50"]]);
  const made = await (await saved.follow("Make default")).press("Make default");
  expect(made.text).toContain("Default kind of visit changed");
  expect(made.links(/Retire/)).toEqual([]);
  const video = await app.reads
    .selectFrom("visit_kinds")
    .select("id")
    .where("mode", "=", "video")
    .executeTakeFirstOrThrow();
  await (await open(`/admin/company/kinds/${video.id}/default`)).press("Make default");
  expect((await branchKind()).is_default).toBe(0);
});

test("retiring a kind shows how many booked visits keep it, and can be undone", async () => {
  const kind = await branchKind();
  await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: clinic.therapist.id,
    start_at: app.clock.now() + 3 * day,
    kind_id: kind.id,
    place_id: kind.place_id,
  });
  const path = `/admin/company/kinds/${kind.id}`;
  const asked = await (await open(path)).follow("Retire this kind");
  expect(asked.text).toContain("One upcoming visit of this kind stays as it is.");
  const retired = await asked.press("Retire");
  expect(retired.text).toContain("Kind of visit retired");
  expect(retired.text).toContain("Booked visits keep it, and no one can book it.");
  expect(await branchKind()).toMatchObject({ active: 0, length: 50 * minute, place_id: kind.place_id });

  const closing = await open(`/admin/company/places/${kind.place_id}/close`);
  expect(closing.text).toContain("One upcoming visit stays booked here.");
  expect((await closing.press("Close")).text).toContain("Place closed");
  const refused = await (await open(`${path}/retire`)).press("Let it be booked");
  expect(refused.text).toContain("This place doesn't exist or is closed.");
  const reopened = await (await open(`/admin/company/places/${kind.place_id}/close`)).press("Open");
  expect(reopened.text).toContain("Place opened again");
  expect((await (await open(`${path}/retire`)).press("Let it be booked")).text).toContain(
    "can be booked again",
  );
  expect((await branchKind()).active).toBe(1);
});

test("a place of a kind that can be booked can't be closed, and an admin can change it", async () => {
  const { place_id } = await branchKind();
  const refused = await (await open(`/admin/company/places/${place_id}/close`)).press("Close");
  expect(refused.text).toContain('"Setup at our branch" takes place here.');
  const saved = await (await open(`/admin/company/places/${place_id}`)).press("Save", { rooms: "3" });
  expect([saved.text.includes("Place saved"), saved.values("rooms")]).toEqual([true, ["3"]]);
  expect(saved.values("longitude")).toEqual(["-89.59"]);
});

test("a form that doesn't fit together is refused in words, and keeps what was typed", async () => {
  const refused = await (await open(`/admin/company/kinds/new?${new URLSearchParams({ company })}`)).press(
    "Add",
    {
      name: "At home",
      name_es: "En casa",
      mode: "branch",
      therapists: [String(clinic.therapist.id)],
    },
  );
  expect([refused.status, refused.text.includes("Choose the place where it happens.")]).toEqual([422, true]);
  expect([refused.values("name"), refused.values("therapists")]).toEqual([
    ["At home"],
    ["", String(clinic.therapist.id)],
  ]);
});

test("warnings name a kind without postal areas and one that no open time fits", async () => {
  const home = await (await open(`/admin/company/kinds/new?${new URLSearchParams({ company })}`)).press(
    "Add",
    {
      name: "Setup at home",
      name_es: "Configuración en su casa",
      mode: "home",
    },
  );
  expect(home.text).toContain("No therapist has postal areas");
  expect(home.text).not.toContain("is long enough");
  await app.db.updateTable("therapists").set({ zip_prefixes: '["606"]' }).execute();
  const withAreas = await open(home.address);
  expect(withAreas.text).not.toContain("postal areas");
  expect(withAreas.text).not.toContain("is long enough");
  await app.db.deleteFrom("slots").execute();
  expect((await open(home.address)).text).toContain("No opening in the next 28 days is long enough");
});

test("a new place is proposed in the zone of most of the company's therapists", async () => {
  const zoneFor = async (name: string) =>
    (await open(`/admin/company/places/new?${new URLSearchParams({ company: name })}`)).html.match(
      /<option value="([^"]*)" selected=""/,
    )?.[1];
  const name = "Many zones";
  const company_id = await seedCompany(app, name);
  expect(await zoneFor(name)).toBe("");
  for (const timezone of ["EST", "MST", "MST"]) await seedTherapist(app, { company_id, timezone });
  expect(await zoneFor(name)).toBe("America/Denver");
});

test("the page of a new class leads to its questions and to scheduling its first classes", async () => {
  const added = await (await open(`/admin/company/kinds/new?${new URLSearchParams({ company })}`)).press(
    "Add",
    { name: "Class to schedule", name_es: "Clase nueva", mode: "class", seats: "6" },
  );
  const questions = await added.follow("Questions before the visit");
  expect(questions.text).toContain("Patients of this kind of visit are asked nothing.");
  const classes = await added.follow("Schedule classes");
  expect(classes.text).toContain("Class to schedule");
  expect(classes.text).toContain("Repeat weekly until");
  expect((await open("/admin/audit")).text).toMatch(/added visit kind \d/);
});
