import { expect, test } from "vitest";
import { hour, iso } from "~/core/time";
import { Client } from "../support/client";
import {
  seedClinic,
  seedSlots,
  seedTherapist,
  seedUser,
  signInPatient,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { order, starts, therapist } = await seedClinic(app);
const away = await seedTherapist(app, { name: "Ada Away", region: "TN", timezone: "CST" });
const earliest = starts[2] ?? 0;
await seedSlots(app, away, [earliest - 1_800_000]);

async function regionsSeenBy(way: "code" | "query") {
  const client = new Client(server.url);
  await signInPatient(app, client, order.id, way);
  const reply = await client.get("/api/availability");
  return (reply.json as { region: string }[]).map((opening) => opening.region);
}

test("therapists in the patient's state are listed first, followed by all others", async () => {
  const regions = await regionsSeenBy("code");
  expect(regions[0]).toBe("NC");
  expect(regions.at(-1)).toBe("TN");
  expect(regions).toHaveLength(starts.length + 1);
});

test("in a query session, the order of the times reveals nothing about the patient", async () => {
  const regions = await regionsSeenBy("query");
  expect(regions).toContain("TN");
  expect(regions.at(-1)).not.toBe("TN");
});

test("from, to, region, and limit filter the list", async () => {
  const client = new Client(server.url);
  await signInPatient(app, client, order.id);
  const count = async (query: string) =>
    ((await client.get(`/api/availability?${query}`)).json as unknown[]).length;
  expect(await count("region=TN")).toBe(1);
  expect(await count("limit=3")).toBe(3);
  expect(await count(`from=${new Date(starts[6] ?? 0).toISOString()}`)).toBe(starts.length - 6);
  expect(await count(`to=${new Date(starts[6] ?? 0).toISOString()}`)).toBe(7);
  expect(await count("from=2026-03-04&to=2026-03-05")).toBe(6);
});

test("a therapist can list their own slots; another therapist gets the same error as for an unknown name", async () => {
  const user = await seedUser(app, ["therapist"]);
  await app.db.updateTable("therapists").set({ user_id: user.id }).where("id", "=", therapist.id).execute();
  const client = new Client(server.url);
  await signInStaff(app, client, user.id);
  const own = await client.get(
    `/api/availability?therapist=${encodeURIComponent(therapist.name.toUpperCase())}`,
  );
  expect(own.json).toHaveLength(starts.length);
  const otherTherapist = await client.get("/api/availability?therapist=Ada%20Away");
  const unknown = await client.get("/api/availability?therapist=Unknown");
  expect([otherTherapist.status, otherTherapist.text]).toEqual([unknown.status, unknown.text]);
  expect(otherTherapist.status).toBe(404);
});

test("a therapist's slots that have passed are not listed, even if `from` is in the past", async () => {
  const now = app.clock.now();
  const busy = await seedTherapist(app, { name: "Ivy Past", region: "NC" });
  await seedSlots(app, busy, [now - 48 * hour, now - hour, now + hour]);
  const supervisor = await staffClient(server, "supervisor");
  const from = encodeURIComponent(iso(now - 72 * hour));
  for (const query of ["", `&from=${from}`]) {
    const { json } = await supervisor.get(`/api/availability?therapist=Ivy%20Past${query}`);
    expect(json.map(({ start }: { start: string }) => start)).toEqual([iso(now + hour)]);
  }
});
