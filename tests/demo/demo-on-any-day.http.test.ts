import { describe, expect, test } from "vitest";
import { listOpenings } from "~/availability/list-openings.server";
import { addDays, localDate } from "~/core/time";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { describeDemo } from "~/demo/folder/demo-file.server";
import { hasAllCases } from "../support/cases";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { testClock } from "../support/scratch";
import { startServer } from "../support/server";

const days = [
  ["2026-02-28", "last day of February"],
  ["2026-11-01", "daylight saving time ends"],
  ["2026-11-26", "Thanksgiving"],
  ["2026-11-30", "last day of a month"],
  ["2026-12-01", "first day of a month"],
  ["2026-12-04", "Friday"],
  ["2026-12-05", "Saturday"],
  ["2026-12-06", "Sunday"],
  ["2026-12-15", "15th"],
  ["2026-12-31", "last day of a year"],
  ["2027-03-14", "daylight saving time starts"],
];

// A week's end and the clocks' change are the days on which a demo differs most.
const tried = hasAllCases
  ? days
  : days.filter(([date = ""]) => ["2026-11-01", "2026-11-26", "2026-12-05"].includes(date));

describe.each(tried)("a demo created on %s (%s)", async (date) => {
  const at = (time: string) => Date.parse(`${date}T${time}Z`);
  const clock = testClock(at("00:05"));
  const { app, url } = await startServer({}, clock);
  await createDemo(app, scales.small);
  const { staff, patients } = await describeDemo(app, scales.small);
  const supervisor = staff.find(({ roles }) => roles.includes("supervisor"));
  const withCode = patients.filter(({ access_code }) => access_code !== null);

  describe.each(["00:05", "23:40"])("at %s UTC", (time) => {
    test("has visits that are still ahead today or tomorrow", async () => {
      const visits = await app.db
        .selectFrom("visits")
        .innerJoin("therapists", "therapists.id", "visits.therapist_id")
        .select("local_date")
        .where("status", "in", ["submitted", "confirmed"])
        .where("start_at", ">", at(time))
        .execute();
      const tomorrow = addDays(localDate(at(time), "America/New_York"), 1);
      expect(visits.filter(({ local_date }) => local_date <= tomorrow).length).toBeGreaterThanOrEqual(5);
    });

    test("has openings", async () => {
      expect((await listOpenings(app.reads, app.config, { now: at(time) })).length).toBeGreaterThan(500);
    });

    test("shows a supervisor unconfirmed visits, unanswered texts, visits without an outcome, and calls", async () => {
      clock.set(at(time));
      const login = await PlainPage.open(new Client(url), "/login?as=staff");
      const page = await login.press("Login", {
        email: supervisor?.email ?? "",
        password: supervisor?.password ?? "",
      });
      const { text } = await page.open("/supervisordashboard");
      expect(text).toContain("Unconfirmed visits in the next 72 hours");
      for (const needed of [/\d texts unanswered/, /\d visits? needs? an outcome/, /\d patients? to call/]) {
        expect(text).toMatch(needed);
      }
    });

    test("lets a patient sign in with a code and book the first open time", async () => {
      clock.set(at(time));
      const patient = withCode.pop();
      const start = await PlainPage.open(new Client(url), "/");
      let page = await start.press("Login", { code: patient?.access_code ?? "" });
      // Patients of the last company choose how to meet first.
      if (page.text.includes("How would you like to meet?")) page = await page.follow("Setup by video");
      page = await page.follow(/^Select/);
      page = await page.press("Confirm", { sms_consent: "on" });
      expect(page.text).toContain("Appointment submitted successfully!");
    });
  });
});
