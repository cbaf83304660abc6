import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { listPeople } from "~/accounts/users/pages/list-people.server";
import { listUsers } from "~/accounts/users/users.server";
import { day } from "~/core/time";
import { countAppointments, listAppointments } from "~/dashboard/appointments/list-appointments.server";
import { findCapacity } from "~/dashboard/calendars/count-capacity.server";
import { listAssignees } from "~/inbox/conversations/assignees.server";
import { listConversations } from "~/inbox/conversations/list-conversations.server";
import { findEverything } from "~/search/find-everything.server";
import { findOrders } from "~/visits/new-appointment/find-orders.server";
import { Client } from "../support/client";
import { openConversation, write } from "../support/http-actions";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const { app, url } = await startServer();
const supervisor = new Client(url);
const user = await seedUser(app, ["supervisor"]);
await signInStaff(app, supervisor, user.id);
const who = staffOf({ userId: user.id });

const apostrophes = ["'", "’", "‘", "ʼ", "`", "´"];
const zone = "America/New_York";

/** Every name that the lists must find: each apostrophe, accents in one character and in two. */
const names = [
  ...apostrophes.map((apostrophe) => `Maeve O${apostrophe}Brien`),
  "Ángel Peña",
  "Ángel Peña".normalize("NFD"),
  "Nguyễn Thị",
];
const people: { name: string; order: { id: number }; therapist: { id: number } }[] = [];
for (const name of names) {
  const order = await seedOrder(app, { patient_name: name });
  const therapist = await seedTherapist(app, { name: `${name} RT` });
  const own = await seedUser(app, ["therapist"], { name: `${name} RT` });
  await app.db.updateTable("therapists").set({ user_id: own.id }).where("id", "=", therapist.id).execute();
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + (2 + people.length) * day,
  });
  await openConversation(app, order.phone ?? "");
  await write(app, order.phone ?? "", `Please ask ${name.split(" ")[1]} tomorrow`);
  people.push({ name, order, therapist });
}

const folded = (name: string) => name.normalize("NFC").replace(/[’‘ʼ`´]/g, "'");
const found = (list: readonly { name: string | null }[]) =>
  list.map(({ name }) => name?.replace(" RT", "") ?? "");

const searches: Record<string, (typed: string) => Promise<string[]>> = {
  "the search page": async (typed) =>
    ((await findEverything(app, who, typed, zone)) ?? [])
      .filter(({ name }) => name === "Patients and orders" || name === "Visits")
      .flatMap(({ results }) => found(results.map(({ name = null }) => ({ name })))),
  "the therapists on the search page": async (typed) =>
    ((await findEverything(app, who, typed, zone)) ?? [])
      .filter(({ name }) => name === "Therapists")
      .flatMap(({ results }) => found(results.map(({ title }) => ({ name: title })))),
  "the users list": async (typed) =>
    found(
      (await listPeople(app.reads, { search: typed, sort: "name", direction: "asc", limit: 100 })).people,
    ),
  "the user management": async (typed) => found(await listUsers(app.reads, { search: typed, limit: 100 })),
  "new appointments": async (typed) =>
    found((await findOrders(app, who, typed)).orders.map(({ patient_name }) => ({ name: patient_name }))),
  "the appointments": async (typed) => {
    const input = { search: typed, sort: "therapist", direction: "asc", limit: 100 } as const;
    return found(
      (await listAppointments(app.reads, input)).rows.map(({ patient_name }) => ({ name: patient_name })),
    );
  },
  "the capacity tab": async (typed) =>
    found(
      (
        await findCapacity(app.reads, app.config, {
          now: app.clock.now(),
          date: "2026-12-01",
          filters: { search: typed } as never,
          page: 1,
        })
      ).rows,
    ),
  "the inbox": async (typed) =>
    found(
      (
        await listConversations(app.reads, {
          folder: "all",
          userId: user.id,
          q: typed,
          limit: 100,
          peopleOnly: true,
        })
      ).threads.map(({ patient_name }) => ({ name: patient_name })),
    ),
};

describe.each(Object.keys(searches))("%s", (place) => {
  const search = searches[place] ?? (async () => []);

  test.each(apostrophes)("finds each O'Brien if the apostrophe is typed as %s", async (apostrophe) => {
    for (const typed of [`O${apostrophe}Brien`, `o${apostrophe}brien`]) {
      const all = new Set((await search(typed)).map(folded));
      expect([...all], typed).toEqual(["Maeve O'Brien"]);
    }
    expect((await search(`O${apostrophe}Brien`)).length).toBeGreaterThanOrEqual(apostrophes.length);
  });

  test.each(["angel", "ÁNGEL", "Ángel".normalize("NFD"), "pena", "Peña"])(
    "finds accents either way: %s",
    async (typed) => {
      expect((await search(typed)).map(folded)).toEqual(expect.arrayContaining(["Ángel Peña"]));
    },
  );

  test("finds a Vietnamese name without its accents", async () => {
    expect(await search("nguyen")).toContain("Nguyễn Thị");
  });
});

test("messages are found with any apostrophe, also while the last word isn't complete", async () => {
  const q = async (typed: string) =>
    (await listConversations(app.reads, { folder: "all", userId: user.id, q: typed, limit: 100 })).threads
      .length;
  for (const apostrophe of apostrophes) {
    expect(await q(`ask O${apostrophe}Brien tomorrow`), apostrophe).toBe(apostrophes.length);
    expect(await q(`ask O${apostrophe}Bri`), apostrophe).toBe(apostrophes.length);
  }
});

test("no search fails because of an apostrophe, a letter, or a sign", async () => {
  const texts = [
    ...apostrophes.flatMap((sign) => [sign, `O${sign}`, `O${sign}brien`, `${sign}b`, sign.repeat(3)]),
    "*",
    "[a",
    "a]",
    "?",
    '"',
    "%",
    "_",
    "^",
    "\\",
    "ʼ*",
    "“",
    "Ａ",
  ];
  const pages = [
    "/search?q=",
    "/appointments?search=",
    "/users?search=",
    "/calendars?search=",
    "/messages?q=",
    "/new-appointment?q=",
  ];
  for (const page of pages) {
    for (const text of texts) {
      const { status } = await supervisor.get(page + encodeURIComponent(text));
      expect(status, page + text).toBe(200);
    }
  }
  expect(
    (await listPeople(app.reads, { search: "*", sort: "name", direction: "asc", limit: 10 })).people,
  ).toEqual([]);
  expect(
    (await listPeople(app.reads, { search: "[a", sort: "name", direction: "asc", limit: 10 })).people,
  ).toEqual([]);
});

describe("names sort as a person expects", () => {
  const wanted = ["Abel Zimmer", "Ángel Peña", "angela Ruiz", "Élodie Petit", "Oskar Ødegaard", "Zoe Adams"];

  test("in every list, on every page", async () => {
    await sql`delete from visits`.execute(app.db);
    for (const { therapist } of people) {
      await app.db.deleteFrom("slots").where("therapist_id", "=", therapist.id).execute();
      await app.db
        .updateTable("therapists")
        .set({ name: `zz ${therapist.id}` })
        .where("id", "=", therapist.id)
        .execute();
    }
    await sql`update users set name = 'zz ' || id`.execute(app.db);
    for (const name of wanted.toReversed()) {
      const therapist = await seedTherapist(app, { name });
      const order = await seedOrder(app, { patient_name: name });
      await seedVisit(app, {
        order_id: order.id,
        therapist_id: therapist.id,
        start_at: app.clock.now() + 3 * day,
      });
      await seedUser(app, ["supervisor"], { name });
    }
    const isWanted = (name: string) => wanted.includes(name);
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPeople(app.reads, { sort: "name", direction: "asc", limit: 3, cursor });
      listed.push(...page.people.map(({ name }) => name));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect([...new Set(listed.filter(isWanted))]).toEqual(wanted);
    const appointments: string[] = [];
    do {
      const page = await listAppointments(app.reads, {
        sort: "therapist",
        direction: "asc",
        limit: 2,
        cursor,
      });
      appointments.push(...page.rows.map(({ therapist }) => therapist));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(appointments).toEqual(wanted);
    expect(await countAppointments(app.reads, {} as never)).toBe(wanted.length);
    const back = await listAppointments(app.reads, { sort: "therapist", direction: "desc", limit: 100 });
    expect(back.rows.map(({ therapist }) => therapist)).toEqual(wanted.toReversed());
    const assignees = (await listAssignees(app.reads)).map(({ name }) => name);
    expect(assignees.filter(isWanted)).toEqual(wanted);
  });

  test("people can be read backward from any page", async () => {
    const all = (await listPeople(app.reads, { sort: "email", direction: "desc", limit: 1000 })).people;
    const third = await listPeople(app.reads, {
      sort: "email",
      direction: "desc",
      limit: 3,
      cursor: undefined,
    });
    const next = await listPeople(app.reads, {
      sort: "email",
      direction: "desc",
      limit: 3,
      cursor: third.next ?? "",
    });
    expect(next.people).toEqual(all.slice(3, 6));
    const previous = await listPeople(app.reads, {
      sort: "email",
      direction: "desc",
      limit: 3,
      cursor: next.previous ?? "",
    });
    expect(previous.people).toEqual(all.slice(0, 3));
    expect([previous.previous, third.previous]).toEqual([null, null]);
  });
});
