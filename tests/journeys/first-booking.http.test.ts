import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday, testClock } from "../support/scratch";
import { startServer } from "../support/server";

test("from the set-up link, each page leads on until a patient who was entered by hand has booked a visit", async () => {
  const { url, app, setupLink } = await startServer({}, testClock(monday + 6 * hour));
  const setup = await PlainPage.open(new Client(url), new URL(setupLink ?? "").pathname);
  const start = await setup.press("Set up", {
    name: "Dana Ortiz",
    email: "dana@clinic.example",
    phone: "(919) 555-0111",
    password: "a long enough password",
    company: "North Sleep, Inc.",
    company_phone: "(919) 555-0100",
    support_hours: "Monday to Friday, 8 AM to 5 PM",
  });
  // A company without an order system has nothing to name.
  expect(await app.db.selectFrom("databases").select("name").execute()).toEqual([
    { name: "north-sleep-inc" },
  ]);
  expect(start.text).not.toContain("No hours for calls");

  const saved = await (await start.follow("Open Company")).press("Save", {
    privacy_notice: "https://north.example/privacy",
  });
  expect(saved.text).toContain("Next step of the set-up: Therapists");
  const therapist = await saved.follow("Add a therapist");
  const week = await therapist.press("Add therapist", {
    name: "Hannah Reed",
    email: "hannah@clinic.example",
    phone: "(919) 555-0112",
    region: "NC",
    timezone: "EST",
    zoom_link: "https://meet.example/hannah",
  });
  const opened = await week.press("Open for booking", { days: ["1", "2", "3", "4", "5"] });
  expect(opened.text).toContain("Next step of the set-up: Orders");
  const added = await (await (await opened.follow("Import orders")).follow("Add a patient by hand")).press(
    "Add patient",
    { patient_name: "Walter Fox", dob: "3/4/1956", phone: "(919) 555-0177" },
  );
  const made = await added.press("Make 1 link");
  expect(made.text).toContain("1 link was made but not sent. Give it to the patient.");
  expect(made.text).toContain("Link for Walter Fox");
  const [link = ""] = made.values("link");

  const times = await PlainPage.open(new Client(url), link.replace(url, ""));
  const [time = ""] = times.links(/^Select/);
  const booked = await (await times.open(time)).press("Confirm", { sms_consent: "on" });
  expect(booked.text).toContain("Appointment submitted successfully!");

  const board = await PlainPage.open(start.client, "/supervisordashboard");
  const question = await board.follow(/^Confirm/);
  // Without an order system, no screen of a booking names Brightree.
  const found = await PlainPage.open(start.client, "/new-appointment?q=Fox");
  for (const { text } of [question, found]) {
    expect(text).toContain("Database");
    expect(text).not.toContain("Brightree");
  }
  const confirmed = await question.press(/^Confirm/);
  expect(await app.db.selectFrom("visits").select("status").execute()).toEqual([{ status: "confirmed" }]);
  expect((await confirmed.open("/admin/setup")).text).toContain("The first visit is booked.");
  // From now on, no page leads on.
  expect((await confirmed.open("/orders")).text).not.toContain("Next step of the set-up");
});
