import { expect, test } from "vitest";
import { Client } from "../support/client";
import {
  seedClinic,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
await seedClinic(app);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });

const visitIn = async (patient_zone: string, hour: number) =>
  seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: therapist.id,
    start_at: Date.parse(`2026-03-06T${hour}:00:00Z`),
    patient_zone,
  });
const visit = await visitIn("America/Chicago", 15);
await visitIn("America/New_York", 17);

const both = "10:00 AM EST · patient 9:00 AM CST";

async function asTherapist() {
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  return client;
}

test.each([
  ["the confirm page", `/visits/${visit.id}/confirm`, both],
  ["the move page", `/visits/${visit.id}/move`, both],
  ["the visit sheet", `/therapist?week=2026-03-06&visit=${visit.id}`, both],
  ["the pending list", "/therapist?week=2026-03-06", both],
  ["the day sheet", "/therapist/day?date=2026-03-06", "10:45 AM EST · patient 9:00 AM CST"],
])("the therapist sees both time zones on %s", async (_, path, text) => {
  const page = await (await asTherapist()).get(path);
  expect(page.text.replaceAll("<!-- -->", "")).toContain(text);
});

test("staff in a third time zone also see the time in theirs", async () => {
  const client = await asTherapist();
  client.cookies.set("tz", encodeURIComponent("America/Los_Angeles"));
  for (const path of [`/visits/${visit.id}/move`, `/visits/${visit.id}`]) {
    const { text } = await client.get(path);
    expect(text.replaceAll("<!-- -->", ""), path).toContain("Your time: Fri, Mar 6, 7:00 AM PST");
  }
});

test("only one time is shown if the time zones match", async () => {
  const page = await (await asTherapist()).get("/therapist?week=2026-03-06");
  expect(page.text).toContain("Fri, Mar 6, 12:00 PM EST<");
});

test("the visit APIs return the patient's time zone", async () => {
  const supervisor = await staffClient(server, "supervisor");
  const { json } = await supervisor.get("/api/unconfirmed-appointments");
  expect(json.map(({ patient_zone }: { patient_zone: string }) => patient_zone)).toEqual([
    "America/Chicago",
    "America/New_York",
  ]);
});
