import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { day, localDate } from "~/core/time";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { Client } from "../../support/client";
import { eventually } from "../../support/eventually";
import { agree, rowsTo } from "../../support/http-actions";
import { textOf } from "../../support/plain-page";
import { monday } from "../../support/scratch";
import {
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

const { app, url, clock } = await startServer({ QUIET_HOURS: "off" });
clock.set(monday);
await seedDatabase(app);
const phone = "+19195550123";
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const order = await seedOrder(app, { phone });
await agree(app, phone);
const visit = await seedVisit(app, {
  order_id: order.id,
  therapist_id: therapist.id,
  start_at: monday + day,
  status: "confirmed",
  confirmed_at: monday,
  meeting_link: "https://meet.example/a",
});
const supervisor = await staffClient({ app, url }, "supervisor");
const own = new Client(url);
await signInStaff(app, own, user.id);
const patient = new Client(url);
await signInPatient(app, patient, order.id);

test("a reply to the reminder is shown everywhere the visit appears", async () => {
  await remindOfVisits(app);
  await eventually(
    () => rowsTo(app, phone),
    ([row]) => row?.status === "delivered",
  );
  const admin = await staffClient({ app, url }, "admin");
  const date = localDate(visit.start_at, therapist.timezone);
  const mark = "Patient confirmed";
  const pages: [Client, string, string][] = [
    [supervisor, `/visits/${visit.id}`, mark],
    [supervisor, "/appointments", mark],
    [supervisor, `/therapist/day?therapist=${therapist.id}&date=${date}`, mark],
    [own, `/therapist?date=${date}`, mark],
    [supervisor, "/messages/1?details=1", mark],
    [patient, "/my-visit", "You told us you'll be there."],
  ];
  const texts = () =>
    Promise.all(
      pages.map(async ([client, path, text]) => {
        return [path, textOf((await client.get(path)).text).includes(text)];
      }),
    );
  expect(await texts()).toEqual(pages.map(([, path]) => [path, false]));
  const reply = await admin.post("/api/admin/outbox/reply", { from: phone, body: "OK" });
  expect(reply.status).toBeLessThan(300);
  expect(await texts()).toEqual(pages.map(([, path]) => [path, true]));
  const mine = await patient.get("/api/my-appointment");
  expect(mine.json.appointment.patient_confirmed).toBe(true);
  const csv = await supervisor.get("/appointments.csv");
  const rows: Record<string, string>[] = parse(csv.text, { bom: true, columns: true });
  expect(rows.map((row) => row["Patient confirmed"])).toEqual(["Yes"]);
});
