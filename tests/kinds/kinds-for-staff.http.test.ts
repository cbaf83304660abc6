import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { day, hour, iso, localDate, minute } from "~/core/time";
import { listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { ListAppointments } from "~/dashboard/dashboard-schema";
import { seedClass, seedClassKind } from "../support/classes";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedDatabase, seedOrder, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

type Mode = "video" | "phone" | "branch" | "home";

async function aClinic({ link = null }: { link?: string | null } = {}) {
  const server = await startServer();
  const { app } = server;
  const companyId = await seedCompany(app);
  await seedDatabase(app);
  const therapist = await seedTherapist(app, {
    company_id: companyId,
    timezone: "America/Chicago",
    zoom_link: link,
  });
  const place = await app.db
    .insertInto("places")
    .values({
      company_id: companyId,
      name: "Midtown",
      address: "12 Oak Street, Peoria, IL 61602",
      timezone: "America/Chicago",
      phone: "+13095550142",
      rooms: 9,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const aKind = async (name: string, mode: Mode) => {
    const place_id = mode === "branch" ? place.id : null;
    const { id } = await app.db
      .insertInto("visit_kinds")
      .values({ company_id: companyId, name, name_es: name, mode, place_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { kind_id: id, place_id };
  };
  const start = Math.ceil(app.clock.now() / day) * day + 2 * day + 16 * hour;
  const book = async (
    fields: Partial<Parameters<typeof seedVisit>[1]>,
    order: Parameters<typeof seedOrder>[1] = {},
  ) =>
    seedVisit(app, {
      order_id: (await seedOrder(app, order)).id,
      therapist_id: therapist.id,
      start_at: start,
      ...fields,
    });
  const supervisor = await staffClient(server, "supervisor");
  return { ...server, companyId, therapist, aKind, start, book, supervisor };
}

test("Appointments filters, searches, and sorts by the type that it shows", async () => {
  const { app, aKind, book, start, supervisor } = await aClinic();
  const branch = await aKind("Branch setup", "branch");
  const call = await aKind("Zoom-free call", "phone");
  const at = (nth: number) => ({ start_at: start + nth * hour });
  const atBranch = await book({ ...branch, ...at(0) });
  const usual = await book({ ...at(1) });
  const byPhone = await book({ ...call, ...at(2) });
  const follow = await book({ ...at(3), visit_type: "Follow-up" });
  const later = await book({ ...branch, ...at(4) });
  const ids = async (fields: Record<string, unknown>) =>
    (await listAppointments(app.reads, ListAppointments.parse(fields))).rows.map(({ id }) => id);
  expect(await ids({ type: "Branch setup" })).toEqual([atBranch.id, later.id]);
  // Visits of other kinds have the visit type "Setup", too, which the list doesn't show.
  expect(await ids({ type: "Setup" })).toEqual([usual.id]);
  expect(await ids({ search: "zoom-free" })).toEqual([byPhone.id]);
  expect(await ids({ search: "follow-" })).toEqual([follow.id]);
  const sorted = [atBranch.id, later.id, follow.id, usual.id, byPhone.id];
  expect(await ids({ sort: "type" })).toEqual(sorted);
  expect(await ids({ sort: "type", direction: "desc" })).toEqual(sorted.toReversed());
  const paged: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAppointments(
      app.reads,
      ListAppointments.parse({ sort: "type", limit: 1, cursor }),
    );
    paged.push(...page.rows.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(paged).toEqual(sorted);

  const list = await PlainPage.open(supervisor, "/appointments");
  const [, types = ""] = list.html.match(/<select[^>]*name="type"[^>]*>(.*?)<\/select>/s) ?? [];
  expect([...types.matchAll(/value="([^"]*)"/g)].map(([, type]) => type)).toEqual([
    "",
    "Branch setup",
    "Follow-up",
    "Setup",
    "Zoom-free call",
  ]);
  const filtered = await list.press("Show", { type: "Branch setup" });
  expect(filtered.table("Appointments").map(({ Type }) => Type)).toEqual(["Branch setup", "Branch setup"]);
  const csv = await supervisor.get("/appointments.csv?type=Branch+setup");
  expect(csv.text.match(/Branch setup/g)).toHaveLength(2);
});

test("with one kind, the calendars have no filter for it; with several, they filter by it", async () => {
  const { aKind, book, start, supervisor } = await aClinic();
  expect((await PlainPage.open(supervisor, "/calendars")).html).not.toContain('name="kind"');
  const call = await aKind("Call", "phone");
  const byPhone = await book({ ...call, start_at: start });
  const usual = await book({ start_at: start + hour });
  const date = localDate(start, "America/Chicago");
  const page = await PlainPage.open(supervisor, `/calendars?day=${date}`);
  const filtered = await page.press("Show", { kind: "Call" });
  expect(filtered.html).toContain(`href="/visits/${byPhone.id}"`);
  expect(filtered.html).not.toContain(`href="/visits/${usual.id}"`);
  const reply = await supervisor.get(
    `/api/composite-appointments?${new URLSearchParams({ start: iso(start - day), end: iso(start + day), kind: "Call" })}`,
  );
  expect(reply.json.map((row: { id: number }) => row.id)).toEqual([byPhone.id]);
  const worklist = await PlainPage.open(supervisor, "/calendars?tab=worklist&kind=Call");
  const saving = await worklist.follow("Save this view…");
  expect(saving.text).toContain("Kind of visit: Call");
  await saving.press(/^Save/, { name: "Calls" });
  const opened = await (await PlainPage.open(supervisor, "/calendars")).follow("Calls");
  expect(opened.address).toBe("/calendars?tab=worklist&kind=Call");
});

test("calendars and lists name how and where a visit happens, except for the default by video", async () => {
  const { aKind, book, start, supervisor, therapist } = await aClinic();
  const kinds = [
    await aKind("Branch setup", "branch"),
    await aKind("Call", "phone"),
    await aKind("Home setup", "home"),
    await aKind("Mask fitting", "video"),
  ];
  const usual = await book({ start_at: start - hour, status: "confirmed" });
  for (const [nth, kind] of kinds.entries()) {
    await book({ ...kind, start_at: start + nth * hour, status: "confirmed" }, { zip: "30309" });
  }
  const date = localDate(start, "America/Chicago");
  const notes = ["Branch: Midtown", "Phone", "Home 30309", "Mask fitting"];
  const pages = [
    `/therapist?therapist=${therapist.id}&week=${date}`,
    `/calendars?month=${date.slice(0, 7)}`,
    `/calendars?day=${date}`,
    `/calendars/day-board?day=${date}`,
    `/therapist/day?therapist=${therapist.id}&date=${date}`,
  ];
  for (const path of pages) {
    const { html, text } = await PlainPage.open(supervisor, path);
    const found = [...html.matchAll(/kind-note(?: narrow-only)?">([^<]*)</g)].map(([, note]) => note);
    expect([path, new Set(found)]).toEqual([
      path,
      new Set(path.includes("month") ? notes.slice(0, 2) : notes),
    ]);
    expect(text).not.toContain("Patient requested a call");
  }
  const reply = await supervisor.get(
    `/api/composite-appointments?${new URLSearchParams({ start: iso(start - day), end: iso(start + day) })}`,
  );
  const rows = reply.json as { id: number; kind_note?: { text: string } }[];
  expect(rows.map(({ kind_note }) => kind_note?.text)).toEqual([undefined, ...notes]);
  expect(rows[0]?.id).toBe(usual.id);
});

test("the day sheet and the visit's sheet say where to be, and ask for no link where none is needed", async () => {
  const { aKind, book, start, supervisor, therapist } = await aClinic();
  const branch = await book({ ...(await aKind("Branch setup", "branch")), status: "confirmed" });
  const home = await book(
    { ...(await aKind("Home setup", "home")), start_at: start + hour, status: "confirmed" },
    { zip: "30309" },
  );
  const date = localDate(start, "America/Chicago");
  const path = `/therapist/day?therapist=${therapist.id}&date=${date}`;
  const { text } = await PlainPage.open(supervisor, path);
  expect(text).toContain("Branch setup, patient ID");
  expect(text).toContain("Midtown, 12 Oak Street, Peoria, IL 61602, +13095550142");
  expect(text).toContain("ZIP code 30309");
  expect(text).not.toContain("Meeting link");
  await book({ start_at: start + 2 * hour, status: "confirmed" });
  expect((await PlainPage.open(supervisor, path)).text.match(/Meeting link/g)).toHaveLength(1);
  for (const { id } of [branch, home]) {
    const sheet = await PlainPage.open(supervisor, `/visits/${id}`);
    expect(sheet.facts["Meeting link"]).toBe("Not needed");
  }
});

test("Confirm all counts visits that need no link, and waits while one has none", async () => {
  const { app, aKind, book, start, supervisor, therapist } = await aClinic();
  const call = await aKind("Call", "phone");
  const path = `/therapist?therapist=${therapist.id}`;
  await book({ ...call, start_at: start });
  await book({ ...call, start_at: start + hour });
  const page = await PlainPage.open(supervisor, path);
  expect(page.text).not.toContain("The video link is here");
  const usual = await book({ start_at: start + 2 * hour });
  expect((await PlainPage.open(supervisor, path)).text).not.toContain("Confirm all");
  await app.db.deleteFrom("visits").where("id", "=", usual.id).execute();
  const review = await page.press("Confirm all 2");
  await review.press(/^Confirm/);
  const statuses = await app.reads.selectFrom("visits").select("status").execute();
  expect(statuses.map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
});

test("reports count each kind of visit, and the seats of classes, if there are several kinds", async () => {
  const { app, clock, companyId, aKind, book, start, supervisor, therapist } = await aClinic();
  expect((await PlainPage.open(supervisor, "/reports")).text).not.toContain("By kind of visit");
  const branch = await aKind("Branch setup", "branch");
  const past = { start_at: start - 5 * day };
  await book({ ...branch, ...past, status: "completed" });
  await book({ ...branch, start_at: past.start_at + hour, status: "no show" });
  await book({ start_at: past.start_at + 2 * hour, status: "completed" });
  const kind = await seedClassKind(app, companyId, { name: "Setup class" });
  const session = await seedClass(app, therapist, past.start_at + 4 * hour, { kind_id: kind.id });
  for (const status of ["completed", "no show", "cancelled"]) {
    await book({
      kind_id: kind.id,
      class_id: session.id,
      start_at: session.start_at,
      end_at: session.end_at,
      status,
    });
  }
  // The figures are at most five minutes old.
  clock.set(clock.now() + 6 * minute);
  const page = await PlainPage.open(supervisor, "/reports");
  expect(page.table("By kind of visit")).toEqual([
    {
      "Kind of visit": "Branch setup",
      Completed: "1",
      "No-shows": "1",
      "No-show rate": expect.any(String),
      Classes: "–",
    },
    {
      "Kind of visit": "Setup by video",
      Completed: "1",
      "No-shows": "0",
      "No-show rate": expect.any(String),
      Classes: "–",
    },
    {
      "Kind of visit": "Setup class",
      Completed: "1",
      "No-shows": "1",
      "No-show rate": expect.any(String),
      Classes: "1 class, 2 of 6 seats taken",
    },
  ]);
  const csv = await supervisor.get("/reports.csv");
  const [head = [], ...weeks] = parse(csv.text.replace(/^\uFEFF/, "")) as string[][];
  const sumOf = (column: string) =>
    weeks.reduce((sum, row) => sum + Number(row[head.indexOf(column)] ?? Number.NaN), 0);
  expect(head.filter((column) => column.includes(": "))).toEqual([
    "Completed visits: Branch setup",
    "No-shows: Branch setup",
    "Completed visits: Setup by video",
    "No-shows: Setup by video",
    "Completed visits: Setup class",
    "No-shows: Setup class",
    "Classes: Setup class",
    "Seats: Setup class",
    "Seats taken: Setup class",
  ]);
  expect(head.filter((column) => column.includes(": ")).map(sumOf)).toEqual([1, 1, 1, 0, 1, 1, 1, 6, 2]);
});
