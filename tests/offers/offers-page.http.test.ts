import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { Client } from "../support/client";
import { seedOffers, thursday } from "../support/offers";
import { PlainPage, textOf } from "../support/plain-page";
import { seedOrder, seedUser, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const { seedWaiting, free, therapist } = await seedOffers({ ...app, clock });
const supervisor = await staffClient({ app, url }, "supervisor");
const admin = await staffClient({ app, url }, "admin");
const open = (path: string, client = supervisor) => PlainPage.open(client, path);

const ruth = await seedWaiting({ patient_name: "Avery, Ruth" });
const evening = await seedWaiting(
  { patient_name: "Nash, Omar" },
  { parts: ["evening"], weekdays: [1, 2, 3] },
);
const silent = await seedWaiting({ patient_name: "Stone, Silas", updates: "phone" });
const others = [await seedWaiting(), await seedWaiting(), await seedWaiting()];

test("the page lists waiting patients, their preferences, and why they can't get offers", async () => {
  const { text } = await open("/offers");
  expect(text).toContain("6 patients, 0 urgent.");
  expect(text).toContain("Evenings, Mon–Wed, 24 hours' notice");
  expect(text).toContain("When a suitable time opens");
  expect(text).toContain("Can't get texts or emails. Call the patient.");
});

test("an urgent order is listed first and gets its offer in the first wave", async () => {
  const last = others.at(-1);
  const page = await open("/offers");
  const marked = await page.press(new RegExp(`^Mark as urgent .*${last?.patient_id}`));
  expect(marked.text).toContain("Marked as urgent.");
  expect(marked.text).toContain("6 patients, 1 urgent.");
  expect(marked.text.indexOf(String(last?.patient_id))).toBeLessThan(
    marked.text.indexOf(String(ruth.patient_id)),
  );
  const sheet = await open(`/visits/${last?.visitId}`);
  expect(sheet.text).toContain("Any time, 24 hours' notice Urgent");
  await free();
  clock.advance(minute);
  await runWaves(app);
  const sent = await open("/offers?tab=sent&status=open");
  expect(sent.text).toContain(String(last?.patient_id));
  expect(sent.text).toContain(String(ruth.patient_id));
  expect((await open("/offers?tab=sent&status=declined")).text).toContain("No offers with this status.");
  const audited = await app.db
    .selectFrom("audit_log")
    .select("subject")
    .where("action", "=", "order.marked-urgent")
    .execute();
  expect(audited).toEqual([{ subject: `order ${last?.id}` }]);
  const again = await (await open("/offers")).press(new RegExp(`^Mark as not urgent .*${last?.patient_id}`));
  expect(again.text).toContain("6 patients, 0 urgent.");
});

test("a therapist can mark only their own patients' orders as urgent", async () => {
  const { id: user_id } = await seedUser(app, ["therapist"]);
  await app.db.updateTable("therapists").set({ user_id }).where("id", "=", therapist.id).execute();
  const client = new Client(url);
  await signInStaff(app, client, user_id);
  const other = await seedOrder(app);
  for (const { id } of [ruth, other]) await client.submit(`/orders/${id}/urgent`, { urgent: "true" });
  const urgent = await app.db.selectFrom("orders").select("id").where("urgent", "=", 1).execute();
  expect(urgent).toEqual([{ id: ruth.id }]);
  await client.submit(`/orders/${ruth.id}/urgent`, { urgent: "false" });
});

test("staff offer an open time to chosen patients and see who didn't get an offer", async () => {
  const start = thursday + hour;
  const times = await open("/offers?tab=times");
  expect(times.text).toContain(therapist.name);
  const path = `/offers/new?therapist=${therapist.id}&start=${start}`;
  const form = await open(path);
  expect(form.text).toContain("Asked for times like this: 1");
  expect(form.text).toContain("Asked for other times: 1");
  expect(form.text).toContain("Asked for evenings, Mon–Wed.");
  expect(form.text).toContain("Not eligible for this offer: 4");
  expect((await form.press("Send offers")).text).toContain("Choose at least one patient.");
  const fields = { therapist: therapist.id, start, order: [evening.id, silent.id] };
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  );
  const { text } = await supervisor.send(path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: String(body),
  });
  expect(textOf(text)).toContain("1 offer sent.");
  expect(textOf(text)).toContain(": Can't get texts or emails. Call the patient.");
  const sent = await open("/offers?tab=sent");
  const row = sent
    .table("Offers sent")
    .find(({ Patient = "" }) => Patient.includes(String(evening.patient_id)));
  expect(row?.["Sent by"]).toBe("Staff");
  const again = await open(path);
  expect(again.text).toContain("Not eligible for this offer: 5");
  expect(again.text).toContain("Has an open offer.");
});

test("staff can offer any of a therapist's open times", async () => {
  const page = await open(`/offers/new?therapist=${therapist.id}&date=2026-03-05`);
  expect(page.links(/^Offer…/).length).toBeGreaterThan(0);
  const unavailable = await open(`/offers/new?therapist=${therapist.id}&start=${thursday + minute}`);
  expect(unavailable.text).toContain("This time is no longer open.");
});

test("open offers end when an admin turns offers off", async () => {
  const form = await open("/admin/company", admin);
  expect(form.text).toContain("If you turn this off, open offers end immediately.");
  const wrong = await form.press("Save", {
    offers_on: "on",
    offer_wave_minutes: "soon",
    offer_cutoff_hours: "-1",
  });
  expect(wrong.text).toContain("Enter a number of minutes from 5 to 1,440.");
  expect(wrong.text).toContain("Enter a number of hours from 0 to 720.");
  await form.press("Save", { offers_on: "false", offer_wave_minutes: "45", offer_cutoff_hours: "12" });
  expect((await admin.get("/api/company")).json).toMatchObject({
    offers_on: false,
    offer_wave_minutes: 45,
    offer_cutoff_hours: 12,
  });
  expect((await open("/offers")).text).toContain("Earlier times are turned off for");
  expect((await open("/offers")).text).toContain("Earlier times are turned off for this patient's company.");
  expect((await open("/offers?tab=sent&status=open")).text).toContain(
    "No offers with this status. Choose another status.",
  );
});
