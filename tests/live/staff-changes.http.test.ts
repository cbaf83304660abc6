import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import { operator } from "~/core/who";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import {
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);

async function followEvents(userId: number) {
  const token = await signInStaff(app, new Client(url), userId);
  const response = await fetch(`${url}/api/changes`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return async () => {
    while (!text.includes("\n\n")) text += (await reader?.read())?.value ?? "";
    const event = text.slice(0, text.indexOf("\n\n"));
    text = text.slice(text.indexOf("\n\n") + 2);
    return JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null");
  };
}

async function follow(userId: number) {
  const next = await followEvents(userId);
  return async () => (await next()).changes;
}

test("supervisors see the number of unanswered conversations, but therapists don't", async () => {
  const [supervisor, therapist] = [await seedUser(app, ["supervisor"]), await seedUser(app, ["therapist"])];
  const next = await followEvents(supervisor.id);
  const nextOfTherapist = await followEvents(therapist.id);
  for (const first of [await next(), await nextOfTherapist()]) expect(first).not.toHaveProperty("unanswered");
  const conversation = await seedConversation(app);
  await seedMessage(app, conversation.id, "Hello");
  expect(await next()).toMatchObject({ changes: [], unanswered: 1 });
  await app.db.updateTable("threads").set({ star_color: "red" }).where("id", "=", conversation.id).execute();
  await seedMessage(app, conversation.id, "Hi", { direction: "out" });
  expect(await next()).toMatchObject({ changes: [], unanswered: 0 });
  await logAudit({ trx: app.db, app, who: operator }, "week.changed", "therapist 0");
  expect(await nextOfTherapist()).not.toHaveProperty("unanswered");
});

test("staff see visit changes and who made them, but therapists see only changes to their own visits", async () => {
  const users = await Promise.all(
    (["supervisor", "supervisor", "therapist", "therapist"] as const).map((role) => seedUser(app, [role])),
  );
  const [actor, supervisor, own, other] = users.map(({ id }) => id) as [number, number, number, number];
  const therapist = await seedTherapist(app, { user_id: own });
  await seedTherapist(app, { user_id: other });
  const visit = await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + 3_600_000,
    status: "confirmed",
  });
  const followers = await Promise.all([actor, supervisor, own, other].map(follow));
  for (const next of followers) expect(await next()).toEqual([]);
  const client = new Client(url);
  await signInStaff(app, client, actor);
  expect((await client.post(`/api/appointments/${visit.id}/cancel`, {})).status).toBe(200);
  const { name } = await app.reads
    .selectFrom("users")
    .select("name")
    .where("id", "=", actor)
    .executeTakeFirstOrThrow();
  const change = { action: "visit.cancelled", by: name, visit: visit.id };
  const [byActor, bySupervisor, byOwn, byOther] = await Promise.all(followers.map((next) => next()));
  expect(byActor).toContainEqual({ ...change, own: true });
  expect(bySupervisor).toContainEqual({ ...change, own: false });
  expect(byOwn).toContainEqual({ ...change, own: false });
  expect(byOther).toEqual([]);
});

test("both therapists are notified when a visit is reassigned, but a user without a therapist profile isn't", async () => {
  const users = await Promise.all([1, 2, 3].map(() => seedUser(app, ["therapist"])));
  const [former, next, without] = users.map(({ id }) => id) as [number, number, number];
  const [from, to] = await Promise.all([former, next].map((user_id) => seedTherapist(app, { user_id })));
  const start_at = app.clock.now() + 5 * 3_600_000;
  const visit = await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: from?.id ?? 0,
    start_at,
  });
  const followers = await Promise.all([former, next, without].map(follow));
  for (const event of followers) expect(await event()).toEqual([]);
  const supervisor = await staffClient({ app, url }, "supervisor");
  const moved = await supervisor.submit("/visits/bulk", {
    act: "reassign",
    therapist: String(to?.id),
    visit: String(visit.id),
  });
  expect(moved.status).toBeLessThan(400);
  const change = expect.objectContaining({ action: "visit.handed-over", visit: visit.id });
  const [byFormer, byNext, byOther] = await Promise.all(followers.map((event) => event()));
  expect(byFormer).toContainEqual(change);
  expect(byNext).toContainEqual(change);
  expect(byOther).toEqual([]);
});

test("viewing or exporting visits doesn't count as a change", async () => {
  const viewer = await seedUser(app, ["admin"]);
  const next = await follow(viewer.id);
  expect(await next()).toEqual([]);
  const client = new Client(url);
  await signInStaff(app, client, viewer.id);
  await client.get("/appointments.csv");
  expect(await next()).toEqual([]);
});
