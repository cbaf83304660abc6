import { sql } from "kysely";
import { expect, test } from "vitest";
import { listOpenings } from "~/availability/list-openings.server";
import { day, hour, iso, minute } from "~/core/time";
import { Client } from "../support/client";
import { seedClinic, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

type Listed = { start: string; therapist: string; region: string };

const server = await startServer();
const { app } = server;
const { order, therapist } = await seedClinic(app);
await app.db.deleteFrom("slots").execute();
const { timezone, company_id } = therapist;
const copies = Array.from({ length: 450 }, (_, nth) => ({
  timezone,
  company_id,
  region: nth % 4 === 0 ? "NC" : "TN",
  name: `Person ${String(nth).padStart(3, "0")}`,
  email: `of-${nth}@clinic.example`,
}));
await app.db.insertInto("therapists").values(copies).execute();
const firstDay = Math.floor(app.clock.now() / day) * day + day;

/** For the given number of therapists, adds the given number of slots each, starting at 14:00 UTC. */
async function addDay(after: number, therapists: number, slots: number): Promise<void> {
  const ten = firstDay + after * day + 14 * hour;
  await sql`
    with recursive nth (n) as (values (0) union all select n + 1 from nth limit ${slots})
    insert into slots (therapist_id, start_at, local_date)
    select id, ${ten} + n * ${10 * minute}, ${iso(ten).slice(0, 10)}
    from (select id from therapists where name like 'Person %' order by id limit ${therapists}) cross join nth
  `.execute(app.db);
}
// The first two days fit in one response. The third day alone exceeds the limit, and so do the remaining days together.
for (const [after, therapists, slots] of [
  [0, 300, 10],
  [1, 200, 10],
  [2, 450, 12],
  [4, 250, 10],
  [5, 400, 10],
] as const) {
  await addDay(after, therapists, slots);
}

async function fetchList(client: Client, path: string) {
  const { status, json, headers } = await client.get(path);
  expect(status).toBe(200);
  const next = /^<(\/[^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1] ?? null;
  return { list: json as Listed[], next };
}

/** Follows the "next" links from a URL and returns the list in each response. */
async function follow(client: Client, path: string): Promise<Listed[][]> {
  const lists: Listed[][] = [];
  for (let next: string | null = path; next; ) {
    const response = await fetchList(client, next);
    lists.push(response.list);
    next = response.next;
  }
  return lists;
}

const asPatient = async () => {
  const client = new Client(server.url);
  await signInPatient(app, client, order.id);
  return client;
};
const asStaff = async () => {
  const client = new Client(server.url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  return client;
};
const keyOf = ({ start, therapist }: Listed) => `${start} ${therapist}`;

test("a response with over 5,000 times stops at the end of a day, and its links lead to each time exactly once", async () => {
  const all = await listOpenings(app.reads, app.config, { now: app.clock.now() });
  const expected = all.map(({ start, therapist }) => `${iso(start)} ${therapist}`);
  const lists = await follow(await asStaff(), "/api/availability");
  expect(lists.map(({ length }) => length)).toEqual([5000, 5400, 2500, 4000]);
  expect(lists.flat().map(keyOf)).toEqual(expected);
  const days = lists.map((list) => new Set(list.map(({ start }) => start.slice(0, 10))));
  expect(days.map(({ size }) => size)).toEqual([2, 1, 1, 1]);
  expect(new Set(days.flatMap((each) => [...each])).size).toBe(5);
});

test("each response lists therapists in the patient's state first, and no time is missing or repeated", async () => {
  const lists = await follow(await asPatient(), "/api/availability");
  expect(lists.map(({ length }) => length)).toEqual([5000, 5400, 2500, 4000]);
  expect(new Set(lists.flat().map(keyOf)).size).toBe(16_900);
  for (const list of lists) {
    const away = list.findIndex(({ region }) => region !== "NC");
    expect(away).toBeGreaterThan(0);
    expect(list.slice(away).every(({ region }) => region === "TN")).toBe(true);
  }
});

test("a link keeps the other parameters, and a short response or one with a limit has no link", async () => {
  const client = await asStaff();
  const to = iso(firstDay + 3 * day);
  const first = await fetchList(client, `/api/availability?region=TN&to=${to}`);
  const link = new URL(first.next ?? "", server.url);
  expect(Object.fromEntries(link.searchParams)).toEqual({ region: "TN", to, from: iso(firstDay + 2 * day) });
  expect((await fetchList(client, first.next ?? "")).next).toBeNull();
  expect((await fetchList(client, "/api/availability?region=NC")).next).toBeNull();
  const limited = await fetchList(client, "/api/availability?limit=6000");
  expect([limited.list.length, limited.next]).toEqual([6000, null]);
  const onlyDay = await fetchList(client, `/api/availability?from=${iso(firstDay + 2 * day)}&to=${to}`);
  expect([onlyDay.list.length, onlyDay.next]).toEqual([5400, null]);
});
