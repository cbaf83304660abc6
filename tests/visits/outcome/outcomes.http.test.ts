import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { Client } from "../../support/client";
import { aVisit } from "../../support/clinic";
import { PlainPage } from "../../support/plain-page";
import {
  seedClinic,
  seedTherapist,
  seedUser,
  signInPatient,
  signInStaff,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer();
const { app, url } = server;
await seedClinic(app);
const { clock } = app;

async function aTherapistClient() {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id });
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  return { therapist, client };
}

const ended = (therapist: { id: number }, ago = hour) =>
  aVisit(app, therapist, clock.now() - ago, { status: "confirmed", confirmed_at: 1 });
const row = (id: number) =>
  app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("the API records a no-show and its undo for the visit's therapist, supervisors, and admins", async () => {
  const { therapist, client } = await aTherapistClient();
  const other = await aTherapistClient();
  const visit = await ended(therapist);
  const path = `/api/appointments/${visit.id}`;
  const missed = { reason: "unreachable", note: "Called twice." };
  for (const by of [client, await staffClient(server, "supervisor"), await staffClient(server, "admin")]) {
    const marked = await by.post(`${path}/no-show`, missed);
    expect(marked).toMatchObject({
      status: 200,
      json: {
        success: true,
        appointment: { id: visit.id, status: "no show", no_show_reason: "unreachable" },
      },
    });
    const undone = await by.post(`${path}/undo-outcome`, {});
    expect(undone).toMatchObject({ status: 200, json: { appointment: { status: "confirmed" } } });
  }
  expect((await other.client.post(`${path}/no-show`, missed)).status).toBe(404);
  expect((await other.client.post(`${path}/undo-outcome`, {})).status).toBe(404);
  const again = await client.post(`${path}/undo-outcome`, {});
  expect(again).toMatchObject({
    status: 409,
    json: { error: "There is no outcome to undo: this visit is confirmed." },
  });
  expect((await client.post(`${path}/no-show`, { reason: "asleep" })).status).toBe(422);
  const early = await ended(therapist, -hour);
  const tooEarly = await client.post(`/api/appointments/${early.id}/no-show`, missed);
  expect(tooEarly.status).toBe(409);
  expect(tooEarly.json.error).toMatch(/^You can mark this visit as a no-show from /);
});

test("staff and patients cancel with a reason, and the CSV shows it with the outcome's time", async () => {
  const { therapist, client } = await aTherapistClient();
  const visit = await ended(therapist, -2 * day);
  const path = `/api/appointments/${visit.id}/cancel`;
  expect((await client.post(path, { reason: "rain" })).status).toBe(422);
  expect((await client.post(path, { reason: "insurance" })).status).toBe(200);
  const own = await ended(therapist, -3 * day);
  const patient = new Client(url);
  await signInPatient(app, patient, own.order_id);
  expect((await patient.post("/api/my-appointment/cancel", { reason: "insurance" })).status).toBe(422);
  const page = await PlainPage.open(patient, "/my-visit/cancel");
  expect(page.text).toContain("My equipment hasn't arrived");
  await page.press(/^Cancel visit on/, { reason: "equipment_not_arrived" });
  expect([(await row(visit.id)).cancel_reason, (await row(own.id)).cancel_reason]).toEqual([
    "insurance",
    "equipment_not_arrived",
  ]);
  const supervisor = await staffClient(server, "supervisor");
  const csv = await supervisor.get(`/appointments.csv?therapist=${encodeURIComponent(therapist.name)}`);
  const [head = "", first = ""] = csv.text.split(/\r?\n/);
  expect(head).toMatch(/Status,Patient confirmed,No-show reason,Cancellation reason,Outcome time \(UTC\)$/);
  expect(first).toMatch(/cancelled,,,Insurance,20\d\d-\S+Z$/);
});

test("a therapist without JavaScript records outcomes one at a time or in bulk, and undoes them", async () => {
  const { therapist, client } = await aTherapistClient();
  const [first, second, third] = [
    await ended(therapist, 5 * hour),
    await ended(therapist, 4 * hour),
    await ended(therapist, 3 * hour),
  ];
  let page = await PlainPage.open(client, "/therapist");
  expect(page.text).toContain("3 visits need an outcome");
  page = await page.press(/^No-show for patient/);
  expect(await row(first.id)).toMatchObject({ status: "no show", no_show_reason: "patient_absent" });
  expect(page.text).toContain("Marked as a no-show.");
  page = await page.press("Undo");
  expect(page.text).toContain("Outcome undone. The visit is confirmed again.");
  expect((await row(first.id)).status).toBe("confirmed");

  page = await page.open(`/visits/${first.id}`);
  page = await page.follow("No-show");
  page = await page.press(/^Mark as a no-show on/, { reason: "technical", note: "No sound." });
  page = await page.open(`/visits/${first.id}`);
  expect(page.text).toContain("Technical problem");
  expect(page.text).toContain("No sound.");
  expect(page.buttons("Undo the no-show")).toHaveLength(1);
  page = await page.follow("Change the reason");
  page = await page.press("Save reason", { reason: "unreachable" });
  expect(page.text).toContain("Reason changed.");
  expect(await row(first.id)).toMatchObject({ status: "no show", no_show_reason: "unreachable" });

  page = await page.open("/therapist");
  expect(page.text).toContain("2 visits need an outcome");
  page = await page.press("Complete selected", { visit: [String(second.id), String(third.id)] });
  expect(page.heading).toBe("Complete visits");
  page = await page.press("Complete 2 visits");
  expect(page.text).toContain("2 completed.");
  page = await page.press("Undo");
  expect(page.text).toContain("2 undone.");
  expect((await row(third.id)).status).toBe("confirmed");
});

test("therapists can only confirm visits and record outcomes in bulk, and only for their own visits", async () => {
  const { therapist, client } = await aTherapistClient();
  const other = await aTherapistClient();
  const visit = await ended(therapist);
  expect((await client.get(`/visits/bulk?act=cancel&visit=${visit.id}`)).status).toBe(403);
  const refused = await client.submit("/visits/bulk", { act: "cancel", visit: String(visit.id) });
  expect(refused.status).toBe(403);
  const otherTherapistsVisit = await other.client.get(`/visits/bulk?act=complete&visit=${visit.id}`);
  expect(otherTherapistsVisit.text).toContain("No visits are selected.");
  const otherToConfirm = await other.client.get(`/visits/bulk?act=confirm&visit=${visit.id}`);
  expect(otherToConfirm.text).toContain("No visits are selected.");
  const confirmed = await other.client.submit("/visits/bulk", { act: "confirm", visit: String(visit.id) });
  expect(confirmed.status).toBe(422);
  const posted = await other.client.submit("/visits/bulk", { act: "complete", visit: String(visit.id) });
  expect(posted.status).toBe(422);
  expect((await row(visit.id)).status).toBe("confirmed");
});

test("when an undo is refused, the page shows the reason", async () => {
  const { therapist, client } = await aTherapistClient();
  const visit = await ended(therapist);
  const marked = await client.submit(`/visits/${visit.id}/no-show`, { reason: "patient_absent" });
  expect(marked.status).toBe(303);
  await aVisit(app, therapist, visit.start_at + 15 * minute);
  const reply = await client.submit(`/visits/${visit.id}/undo-outcome`, { back: "/therapist" });
  expect(reply.status).toBe(409);
  expect(reply.text).toContain("has another visit at that time. The outcome was not changed.");
});

test("a supervisor sees visits without an outcome on the worklist and on the dashboard", async () => {
  const { therapist } = await aTherapistClient();
  const visit = await ended(therapist, 2 * day);
  const supervisor = await staffClient(server, "supervisor");
  let page = await PlainPage.open(
    supervisor,
    `/supervisordashboard?therapist=${encodeURIComponent(therapist.name)}`,
  );
  expect(page.text).toContain("1 visit needs an outcome");
  page = await page.follow("1 visit needs an outcome");
  expect(page.table("Needs an outcome")).toMatchObject([
    { Therapist: therapist.name, Outcome: expect.stringContaining("No-show") },
  ]);
  page = await page.press(/^Completed for patient/);
  expect(page.address).toContain("tab=worklist");
  expect(page.text).toContain("Visit completed.");
  expect((await row(visit.id)).status).toBe("completed");
});
