import { expect, test } from "vitest";
import { day, iso } from "~/core/time";
import { Client } from "../support/client";
import { startMailServer } from "../support/mail-server";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedClinic,
  seedOrder,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

async function clinicWith(environment: Record<string, string>) {
  const server = await startServer(environment);
  const clinic = await seedClinic(server.app);
  await server.app.db.updateTable("companies").set({ sms_optional: 1 }).execute();
  const supervisor = await seedUser(server.app, ["supervisor"]);
  const staff = new Client(server.url);
  await signInStaff(server.app, staff, supervisor.id);
  const order = await seedOrder(server.app, { email: "ana@mail.example" });
  const patient = new Client(server.url);
  await signInPatient(server.app, patient, order.id);
  const time = `/schedule?at=${encodeURIComponent(iso(clinic.starts[0] ?? 0))}&with=${clinic.therapist.id}`;
  return { ...server, ...clinic, order, staff, question: await PlainPage.open(patient, time) };
}

const waysIn = (page: PlainPage) =>
  [...page.html.matchAll(/name="updates" value="(\w+)"/g)].map(([, way]) => way);

test("the booking question offers only the updates that can be sent, and staff read which aren't", async () => {
  const { app, order, staff, question } = await clinicWith({});
  expect(waysIn(question)).toEqual(["phone"]);
  await question.press("Confirm", {});
  const sheet = async () => {
    const visit = await app.reads
      .selectFrom("visits")
      .select("id")
      .where("order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    return (await PlainPage.open(staff, `/visits/${visit.id}`)).text;
  };
  // Without a choice, the patient's email address counts.
  expect(await sheet()).toContain("The patient chose email. Email isn't set up, so none is sent.");
  await app.db.updateTable("orders").set({ updates: "text" }).where("id", "=", order.id).execute();
  expect(await sheet()).toContain("The patient chose texts. Texts aren't set up, so none are sent.");
});

test("with a mail server alone, patients can choose email or a phone call", async () => {
  const mail = await startMailServer();
  const { question } = await clinicWith(mail.environment);
  expect(waysIn(question)).toEqual(["email", "phone"]);
  expect((await question.press("Confirm", { updates: "email" })).text).toContain("Request sent");
});

test("the dashboard doesn't say that no patient needs a call while messages don't go out", async () => {
  const calmPage = async (environment: Record<string, string>) => {
    const { app, therapist, order, staff } = await clinicWith(environment);
    const start_at = (morningStarts(app)[0] ?? 0) + 10 * day;
    await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at, status: "confirmed" });
    return (await PlainPage.open(staff, "/supervisordashboard")).text;
  };
  const silent = await calmPage({});
  expect(silent).toContain("Patients get no messages, so call them about their visits.");
  expect(silent).not.toContain("No patients need a call.");
  const mail = await startMailServer();
  expect(await calmPage(mail.environment)).toContain("Call patients who have no email address.");
});
