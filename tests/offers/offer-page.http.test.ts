import { beforeEach, expect, test } from "vitest";
import { day, iso, localDate, minute } from "~/core/time";
import { saveShipment } from "~/equipment/save-shipment.server";
import { runWaves } from "~/offers/run-waves.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { Client } from "../support/client";
import { rowsTo, say } from "../support/http-actions";
import { seedOffers, thursday } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const { app, url, clock } = await startServer({}, undefined, { demo: true });
const admin = await staffClient({ app, url }, "admin");

/** Reads the path of the patient's link from the text. */
async function linkOf(phone: string | null): Promise<string> {
  const sent = (await rowsTo(app, phone ?? "")).filter(({ kind }) => kind === "visit-offer");
  const [path = ""] = /\/offer\/\w{20}/.exec(app.secrets.open(sent.at(-1)?.body_sealed ?? "")) ?? [];
  return path;
}

/** Creates two patients who were offered the same time on Thursday. */
async function offerToTwoPatients() {
  await app.db.deleteFrom("earlier_wishes").execute();
  const { seedWaiting, free } = await seedOffers({ ...app, clock });
  const first = await seedWaiting({ patient_name: "Avery, Ruth" });
  const second = await seedWaiting();
  await free();
  clock.advance(minute);
  await runWaves(app);
  return { first, second, link: await linkOf(first.phone), other: await linkOf(second.phone) };
}
let offered: Awaited<ReturnType<typeof offerToTwoPatients>>;

beforeEach(async () => {
  offered = await offerToTwoPatients();
});

const api = (link: string, answer: string) => `/api${link.replace("offer", "offers")}/${answer}`;

const statusOf = async (code: string) => {
  const offers = (await admin.get("/api/offers")).json as {
    id: number;
    patient_id: number;
    status: string;
  }[];
  const { patient_id } = code === offered.link ? offered.first : offered.second;
  return offers.find((offer) => offer.patient_id === patient_id)?.status;
};

test("a patient accepts an earlier time in two taps without signing in", async () => {
  const page = await PlainPage.open(new Client(url), offered.link);
  expect(page.text).toContain("For Ruth A.");
  expect(page.text).toContain("Thursday, March 5, 2026 at 10:00 AM EST");
  expect(page.text).not.toContain("Avery");
  expect(page.text).toContain("You can respond until Tue, Mar 3,");
  const result = await page.press("Take this time");
  expect(result.text).toContain("You're booked for the earlier time");
  expect(result.text).toContain("Thursday, March 5, 2026 at 10:00 AM EST");
  expect(result.html).toContain('href="tel:+19195550100"');
  expect(result.html).toContain("calendar.google.com");
  const again = await PlainPage.open(new Client(url), offered.link);
  expect(again.text).toContain("You're booked for the earlier time");
});

test("a patient who accepted an earlier time can stop further offers", async () => {
  const taken = await (await PlainPage.open(new Client(url), offered.link)).press("Take this time");
  expect(taken.text).toContain("We'll let you know if another earlier time opens up.");
  expect(taken.links("My visit"), "the link needs a session").toHaveLength(0);
  const client = new Client(url);
  await signInPatient(app, client, offered.first.id);
  expect((await PlainPage.open(client, offered.link)).links("My visit")).toHaveLength(1);
  const stopped = await taken.press("Stop telling me about earlier times");
  expect(stopped.text).toContain("We won't tell you about earlier times anymore.");
  expect(await app.db.selectFrom("earlier_wishes").select("order_id").execute()).toEqual([
    { order_id: offered.second.id },
  ]);
});

test("a patient whose equipment slipped behind the offered time keeps the visit", async () => {
  const page = await PlainPage.open(new Client(url), offered.link);
  await app.db.updateTable("companies").set({ equipment: "require" }).execute();
  await app.db
    .transaction()
    .execute((trx) =>
      saveShipment(
        { trx, app },
        offered.first.id,
        { expected_on: localDate(thursday, "America/New_York") },
        { source: "order_system", by: "the order system" },
      ),
    );
  const refused = await page.press("Take this time");
  expect(refused.text).toContain("This time is no longer open. Your visit stays as it was.");
  await app.db.updateTable("companies").set({ equipment: "off" }).execute();
});

test("opening a link changes nothing, including with a HEAD request", async () => {
  const scanner = new Client(url);
  await scanner.get(offered.link);
  await scanner.send(offered.link, { method: "HEAD" });
  expect(await statusOf(offered.link)).toBe("open");
});

test("a patient who responds too late sees that the time was taken", async () => {
  const late = await PlainPage.open(new Client(url), offered.other);
  await (await PlainPage.open(new Client(url), offered.link)).press("Take this time");
  const answer = await late.press("Take this time");
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("Someone else took it. Your visit stays as it was.");
});

test("a patient who declines an offer can't accept it from a second tab", async () => {
  const [one, two] = [
    await PlainPage.open(new Client(url), offered.link),
    await PlainPage.open(new Client(url), offered.link),
  ];
  const kept = await one.press("Keep my time");
  expect(kept.text).toContain("You kept your time");
  const refused = await two.press("Take this time");
  expect(refused.status).toBe(409);
  expect(await statusOf(offered.link)).toBe("declined");
});

test("the API returns the visit", async () => {
  const caller = new Client(url);
  const taken = await caller.post(api(offered.link, "accept"));
  expect(taken).toMatchObject({ status: 200, json: { ok: true, visit: { datetime: iso(thursday) } } });
  expect(await caller.post(api(offered.link, "accept"))).toMatchObject({
    status: 200,
    json: taken.json,
  });
  expect(await caller.post(api(offered.other, "accept"))).toMatchObject({
    status: 409,
    json: { ok: false, visit: { datetime: iso(offered.second.start) } },
  });
  expect((await caller.post("/api/offers/unknown/decline")).status).toBe(404);
  expect(await statusOf(offered.other)).toBe("withdrawn");
});

test("the API doesn't return the meeting link or patient data to someone who has only an offer link", async () => {
  const { visitId, start } = offered.second;
  const now = clock.now();
  const caller = new Client(url);
  const kept = await caller.post(api(offered.other, "decline"));
  const shown = { id: visitId, datetime: iso(start), status: "submitted", patient_zone: "America/New_York" };
  expect(kept.json.visit).toMatchObject(shown);
  const taken = await caller.post(api(offered.link, "accept"));
  clock.advance(30 * day);
  const answers = [kept, taken];
  for (const link of [offered.link, offered.other]) {
    for (const answer of ["accept", "decline"]) answers.push(await caller.post(api(link, answer)));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409, 200]);
  for (const { json } of answers) {
    expect(Object.keys(json.visit)).toEqual([
      ...["id", "datetime", "end", "status", "therapist", "region", "patient_zone", "visit_type"],
    ]);
  }
  clock.set(now);
});

test("pages show why an offer has ended", async () => {
  await say(app, offered.first.phone ?? "", "STOP");
  expect((await PlainPage.open(new Client(url), offered.link)).text).toContain("You turned off texts.");
  await app.db.deleteFrom("slots").where("start_at", "=", thursday).execute();
  expect((await PlainPage.open(new Client(url), offered.link)).text).toContain(
    "This time is no longer open.",
  );
  await cancelVisit(app, staffOf(), offered.first.visitId, null);
  expect((await PlainPage.open(new Client(url), offered.link)).text).toContain("Your visit was canceled.");
  const unknown = await PlainPage.open(new Client(url), "/offer/unknown");
  expect(unknown.status).toBe(404);
  expect(unknown.text).toContain("This link doesn't work.");
});

test("a patient without JavaScript asks for an earlier time and later stops asking", async () => {
  const patient = new Client(url);
  const { first } = offered;
  await signInPatient(app, patient, first.id);
  const form = await (await PlainPage.open(patient, "/my-visit")).follow("Change your preferences");
  const saved = await form.press("Save", {
    parts: ["morning", "evening"],
    weekdays: ["1", "7"],
    notice_hours: "72",
  });
  expect(saved.text).toContain("We'll let you know when an earlier time opens up.");
  expect((await patient.get("/api/my-appointment/earlier")).json).toEqual({
    wanted: true,
    parts: ["morning", "evening"],
    weekdays: [1, 7],
    notice_hours: 72,
  });
  const wrong = await form.press("Save", { parts: [], weekdays: ["1"] });
  expect(wrong.text).toContain("Choose at least one time of day.");
  const stopped = await form.press("Stop telling me about earlier times");
  expect(stopped.text).toContain("We won't tell you about earlier times anymore.");
  expect(await statusOf(offered.link)).toBe("withdrawn");
  const restarted = await patient.put("/api/my-appointment/earlier");
  expect(restarted.json).toEqual({
    wanted: true,
    parts: ["morning", "afternoon", "evening"],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    notice_hours: 24,
  });
  expect((await patient.get("/api/my-appointment")).json).toMatchObject({
    appointment: { earlier: restarted.json },
  });
  expect(await patient.delete("/api/my-appointment/earlier")).toMatchObject({ json: { wanted: false } });
});
