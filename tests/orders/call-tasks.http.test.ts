import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url, clock } = server;
clock.set(monday);
const { database, therapist } = await seedClinic(app);

async function aCall(name = "Ruth Avery", language: string | null = null) {
  const order = await seedOrder(app, { brightree_db: database, patient_name: name, language });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: monday - 2 * hour,
    status: "no show",
    no_show_at: monday - hour,
    patient_zone: "America/Chicago",
  });
  const id = await app.db
    .transaction()
    .execute((trx) =>
      openCallTask(
        { trx, app, who: operator },
        { orderId: order.id, visitId: visit.id, reason: "missed_visit" },
      ),
    );
  return { order, visit, id };
}

async function supervisor(name: string) {
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"], { name })).id);
  return client;
}

test("a supervisor can record a call from the worklist and undo it without JavaScript", async () => {
  const { order } = await aCall("Ana Cruz", "es");
  let page = await PlainPage.open(await supervisor("Maria Lopez"), "/calendars?tab=worklist");
  const [row] = page.table("Patients to call");
  expect(row).toMatchObject({ Language: "Spanish", "Patient's time": "9:00 AM CST" });
  expect(row?.Patient).toContain("Ana Cruz");
  expect(row?.Reason).toBe("Missed the visit on Mon, Mar 2");
  expect(page.html).toContain(`href="tel:${order.phone}"`);
  page = await page.follow(`Call patient ${order.patient_id}`);
  expect(page.heading).toBe("Call Ana Cruz");
  expect(page.text).toContain("Sentimos no haberle visto el lunes 2 de marzo.");
  expect(page.text).toContain("We missed you on Monday, March 2.");
  page = await page.press("Left message", { note: "Son answered" });
  expect(page.text).toContain("Left message by Maria Lopez");
  expect(page.text).toContain("The call returns to the list on Tue, Mar 3, 9:00 AM CST.");
  expect(page.text).toContain("Son answered");
  page = await page.press("Undo");
  expect(page.text).not.toContain("Left message by");
  page = await page.press("Wrong number");
  page = await page.follow("Enter the correct number");
  page = await page.press("Save number", { phone: "555" });
  expect(page.text).toContain("Please enter a 10-digit US phone number.");
  page = await page.press("Save number", { phone: "(919) 555-0177" });
  expect(page.text).toContain("(919) 555-0177");
  page = await page.press("Spoke with patient");
  expect(page.text).toContain("The call is done. The patient has no visit yet.");
  expect(page.links("Book a visit")).toHaveLength(1);
  expect((await page.open("/calendars?tab=worklist")).text).toContain("No calls to make");
});

test("a supervisor who tries to record a call that is already recorded sees who recorded it", async () => {
  const { id } = await aCall();
  const [maria, sam] = [await supervisor("Maria Lopez"), await supervisor("Sam Hill")];
  const pages = await Promise.all([maria, sam].map((client) => PlainPage.open(client, `/call-tasks/${id}`)));
  await pages[0]?.press("Spoke with patient");
  const refused = await pages[1]?.press("Left message");
  expect(refused?.status).toBe(409);
  expect(refused?.text).toContain(
    "Maria Lopez already recorded this call at 10:00 AM EST: Spoke with patient.",
  );
});

test("the API lists due calls and records their results", async () => {
  const { id, order, visit } = await aCall();
  const client = await staffClient(server, "admin");
  const listed = (await client.get("/api/call-tasks")).json as unknown as { id: number }[];
  expect(listed.find((task) => task.id === id)).toMatchObject({
    reason: "missed_visit",
    patient_id: order.patient_id,
    visit_id: visit.id,
    phone: order.phone,
    missed_visits: 1,
    messages_left: 0,
    outcome: null,
    due_at: "2026-03-02T15:00:00.000Z",
  });
  const post = (body: object, task: number | string = id) => client.post(`/api/call-tasks/${task}`, body);
  const reply = await post({ outcome: "left_message", note: "Voicemail" });
  expect([reply.status, reply.json]).toMatchObject([200, { outcome: "left_message", messages_left: 1 }]);
  const after = (await client.get("/api/call-tasks")).json as unknown as { id: number }[];
  expect(after.some((task) => task.id === id)).toBe(false);
  expect((await post({ outcome: "maybe" })).status).toBe(422);
  expect((await post({ outcome: "reached", extra: 1 })).status).toBe(422);
  expect((await post({ outcome: "reached", version: 1 })).status).toBe(409);
  expect((await post({ outcome: "reached" })).status).toBe(200);
  expect((await post({ outcome: "reached" })).status).toBe(409);
  expect((await post({ outcome: "reached" }, 987_654)).status).toBe(404);
});

test("the worklist shows the calls that match its filters", async () => {
  const { id, order } = await aCall("Zora Quill");
  const client = await supervisor("Maria Lopez");
  const shows = async (query: string) =>
    (await client.get(`/calendars?tab=worklist&${query}`)).text.includes(`/call-tasks/${id}`);
  expect(await shows("search=Quill")).toBe(true);
  expect(await shows(`search=${order.patient_id}`)).toBe(true);
  expect(await shows("search=Somebody")).toBe(false);
  expect(await shows(`therapist=${encodeURIComponent(therapist.name)}`)).toBe(true);
  expect(await shows("therapist=Nobody")).toBe(false);
  expect(await shows("region=NC")).toBe(true);
  expect(await shows("company=Elsewhere")).toBe(false);
});

test("a call can't be undone after ten minutes", async () => {
  const { id } = await aCall();
  const page = await PlainPage.open(await supervisor("Maria Lopez"), `/call-tasks/${id}`);
  const done = await page.press("Spoke with patient");
  clock.advance(11 * minute);
  const late = await done.press("Undo");
  expect(late.text).toContain("This call can't be undone anymore.");
});

test("an admin can set the days on which patients are reminded to choose a time", async () => {
  const admin = await staffClient(server, "admin");
  const page = await PlainPage.open(admin, "/admin/company");
  expect(page.html).toContain('value="1, 3, 7"');
  const days = async () => (await admin.get("/api/company")).json.nudge_days;
  await page.press("Save", { nudge_days: "2, 5" });
  expect(await days()).toEqual([2, 5]);
  const wrong = await (await page.open("/admin/company")).press("Save", { nudge_days: "tomorrow" });
  expect(wrong.text).toContain("Enter up to 3 different numbers from 1 to 60, smallest first, like 1, 3, 7.");
  await (await page.open("/admin/company")).press("Save", { nudge_days: "" });
  expect(await days()).toEqual([]);
});
