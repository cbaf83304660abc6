import { beforeEach, describe, expect, test } from "vitest";
import { hour, iso, minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

// The test clock is set to Monday, March 2, 2026, 10:00 in New York.
const server = await startServer({}, undefined, { demo: true });
const { app, url, clock } = server;
const monday = clock.now();
const link = "https://meet.example/room?pwd=1";

let user: Awaited<ReturnType<typeof seedUser>>;
let therapist: Awaited<ReturnType<typeof seedTherapist>>;
let staff: Client;
let order: Awaited<ReturnType<typeof seedOrder>>;
let visit: Awaited<ReturnType<typeof seedVisit>>;
let patient: Client;

beforeEach(async () => {
  clock.set(monday);
  user = await seedUser(app, ["therapist", "supervisor"]);
  therapist = await seedTherapist(app, { user_id: user.id });
  staff = new Client(url);
  await signInStaff(app, staff, user.id);
  order = await seedOrder(app);
  visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: monday + 4 * hour,
    status: "confirmed",
    confirmed_at: monday,
    meeting_link: link,
  });
  patient = new Client(url);
  await signInPatient(app, patient, order.id);
});

const myVisit = (by = patient) => PlainPage.open(by, "/my-visit");
const savedMarks = async () => {
  const { appointment } = (await patient.get("/api/my-appointment")).json;
  return [appointment.late_minutes, appointment.call_me, appointment.therapist_late_minutes];
};

describe("the join button", () => {
  const button = async () => {
    const { html, text } = await myVisit();
    return { tag: /<a [^>]*id="join"[^>]*>/.exec(html)?.[0] ?? "", text, html };
  };

  test("is active from 15 minutes before the visit until the visit ends", async () => {
    const start = visit.start_at;
    for (const at of [start - 15 * minute - 1, start - 15 * minute, start, start + hour]) {
      clock.set(at);
      await signInPatient(app, patient, order.id);
      const { tag } = await button();
      expect([at - start, / href="/.test(tag)]).toEqual([at - start, at >= start - 15 * minute]);
    }
    clock.set(visit.end_at + hour);
    await signInPatient(app, patient, order.id);
    expect((await button()).tag).toBe("");
  });

  test("shows when it becomes active, and the link is always there as text", async () => {
    const { tag, text, html } = await button();
    expect(tag).toMatch(/aria-disabled="true"/);
    expect(Number(/data-opens-in="(\d+)"/.exec(tag)?.[1])).toBe(4 * hour - 15 * minute);
    expect(text).toContain("You can join starting at 1:45 PM EST.");
    expect(text).toContain("This is your link to join:");
    expect(html).toContain(`<a href="${link}"`);
  });

  test("shows the day if the visit is on another day", async () => {
    const start_at = monday + 48 * hour;
    await app.db
      .updateTable("visits")
      .set({ start_at, end_at: start_at + hour })
      .where("id", "=", visit.id)
      .execute();
    expect((await myVisit()).text).toContain(
      "The Join button opens on Wed, Mar 4, 9:45 AM EST. We'll send you a reminder.",
    );
  });

  test("is hidden before the visit is confirmed", async () => {
    await app.db.updateTable("visits").set({ status: "submitted" }).where("id", "=", visit.id).execute();
    expect((await button()).tag).toBe("");
  });
});

describe("on the day of the visit", () => {
  test("the patient reports running late with one tap and undoes the report with another", async () => {
    expect((await myVisit()).text).not.toContain("I'm running late");
    clock.set(visit.start_at - 2 * hour);
    await signInPatient(app, patient, order.id);
    const late = await (await myVisit()).press("10 minutes");
    expect(late.text).toContain("Thank you for telling us.");
    expect(late.text).toContain(`We told ${therapist.name} that you're running about 10 minutes late.`);
    expect(await savedMarks()).toEqual([10, false, null]);
    const undone = await late.press("I'm not late anymore");
    expect(undone.text).toContain("5 minutes");
    expect(await savedMarks()).toEqual([null, false, null]);
  });

  test("the patient requests a call with one tap and sees the formatted phone number", async () => {
    await app.db.updateTable("orders").set({ phone: "+19195550142" }).where("id", "=", order.id).execute();
    const requested = await (await myVisit()).press("Call me instead");
    expect(requested.text).toContain(
      `${therapist.name} will call you at (919) 555-0142 on Mon, Mar 2, 2:00 PM EST.`,
    );
    expect(requested.html.replace(/tel:\+1\d+/g, "")).not.toContain("+1919");
    expect(await savedMarks()).toEqual([null, true, null]);
    expect(requested.text).not.toMatch(/Join button|Video visit|Check my camera|for a video visit/);
    expect(requested.text).toContain("If you want to join by video after all, use this link:");
    await requested.press("I'll join by video after all");
    expect(await savedMarks()).toEqual([null, false, null]);
  });

  test("after the visit starts, no page offers a change, and a requested call is announced as coming soon", async () => {
    await patient.post("/api/my-appointment/call-me");
    clock.set(visit.start_at);
    await signInPatient(app, patient, order.id);
    await signInStaff(app, staff, user.id);
    await staff.post(`/api/appointments/${visit.id}/running-late`);
    const { text } = await myVisit();
    expect(text).toContain(`${therapist.name} will call you soon at`);
    expect(text).toContain("running about 10 minutes late. Wait for the call.");
    expect(text).not.toMatch(/hours away|Join as planned/);
  });

  test("a tap after the visit ends shows that the visit has ended", async () => {
    clock.set(visit.start_at);
    await signInPatient(app, patient, order.id);
    const page = await myVisit();
    clock.set(visit.end_at);
    await signInPatient(app, patient, order.id);
    const refused = await page.press("5 minutes");
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Your visit has ended.")]);
    expect((await myVisit()).text).not.toContain("Call me instead");
  });

  test("another patient's page changes nothing", async () => {
    const page = await myVisit();
    await signInPatient(app, patient, (await seedOrder(app)).id);
    const refused = await page.press("Call me instead");
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Another patient's link")]);
  });
});

describe("the API endpoints", () => {
  test("return 204 no matter how often a request is repeated", async () => {
    const late = "/api/my-appointment/late";
    for (const body of [undefined, {}, { minutes: 10 }])
      expect((await patient.post(late, body)).status).toBe(204);
    expect(await savedMarks()).toEqual([10, false, null]);
    for (let turn = 0; turn < 2; turn++) {
      expect((await patient.post("/api/my-appointment/call-me")).status).toBe(204);
      expect((await patient.delete(late)).status).toBe(204);
    }
    expect(await savedMarks()).toEqual([null, true, null]);
    expect((await patient.delete("/api/my-appointment/call-me")).status).toBe(204);
    expect(await savedMarks()).toEqual([null, false, null]);
  });

  test.each([{ minutes: 0 }, { minutes: 61 }, { minutes: "soon" }, { minutes: 10, why: "bus" }])(
    "refuse %j",
    async (body) => {
      expect((await patient.post("/api/my-appointment/late", body)).status).toBe(422);
      expect((await staff.post(`/api/appointments/${visit.id}/running-late`, body)).status).toBe(422);
    },
  );
});

describe("staff", () => {
  const marked = "Patient is running 15 minutes late";

  test("see the late patient in the calendar, the day sheet, the visit, and the worklist", async () => {
    await patient.post("/api/my-appointment/late", { minutes: 15 });
    await patient.post("/api/my-appointment/call-me");
    const pages = ["/therapist", "/therapist/day", `/visits/${visit.id}`, "/calendars?tab=worklist"];
    for (const path of pages) {
      const { text } = await PlainPage.open(staff, path);
      expect([
        path,
        text.includes(marked),
        text.includes("Patient requested a call instead of video"),
      ]).toEqual([path, true, true]);
    }
    const calendar = await staff.get(
      `/api/appointments/${encodeURIComponent(therapist.name)}?from=${iso(monday)}&to=${iso(monday + 24 * hour)}`,
    );
    expect(calendar.json).toMatchObject([{ id: visit.id, late_minutes: 15, call_me: true }]);
    expect((await PlainPage.open(staff, `/visits/${visit.id}`)).text).toContain(
      "Patient reported running late by the patient",
    );
  });

  test("see the late patient in the conversation", async () => {
    await patient.post("/api/my-appointment/late", { minutes: 15 });
    const conversation = await app.db
      .selectFrom("threads")
      .select("id")
      .where("phone", "=", order.phone ?? "")
      .executeTakeFirstOrThrow();
    const { text } = await PlainPage.open(staff, `/messages/${conversation.id}`);
    expect(text).toContain("Pressed “I'm running 15 minutes late” on the visit page.");
    expect(text).toContain(marked);
  });

  test.each(["/therapist", "/therapist/day", "visit"])(
    "notify the next patient from %s that the therapist is running late",
    async (path) => {
      const page = path === "visit" ? `/visits/${visit.id}` : path;
      const name = `I'm running late for the visit with patient ${order.patient_id}`;
      expect((await PlainPage.open(staff, page)).text).not.toContain(name);
      clock.set(visit.start_at - hour);
      await signInPatient(app, patient, order.id);
      await signInStaff(app, staff, user.id);
      const before = await PlainPage.open(staff, page);
      expect(before.text).toContain(name);
      const notified = await before.press("10 min late");
      expect(notified.text).toContain(
        "The patient will get an email that the visit will start about 10 minutes late.",
      );
      expect(notified.text).toContain("Patient notified by email at 1:00 PM EST");
      expect((await myVisit()).text).toContain(
        `${therapist.name} is running about 10 minutes late. Join as planned and wait.`,
      );
      const repeated = await before.press("10 min late");
      expect(repeated.text).toContain("The patient was notified a moment ago. No other message was sent.");
      const again = await staff.post(`/api/appointments/${visit.id}/running-late`);
      expect([again.status, again.json]).toEqual([200, { sent: "email" }]);
    },
  );

  test("see the number to call if no message can reach the patient", async () => {
    const nothing = { email: null, phone: "+19195550142" };
    await app.db.updateTable("orders").set(nothing).where("id", "=", order.id).execute();
    clock.set(visit.start_at - minute);
    await signInStaff(app, staff, user.id);
    expect((await staff.post(`/api/appointments/${visit.id}/running-late`)).json).toEqual({ sent: null });
    expect((await PlainPage.open(staff, "/therapist")).text).toContain("Call (919) 555-0142 to say");
  });
});

test("the calendar file includes alarms, the company's phone number, the link to change the visit, and the patient's time zone", async () => {
  const start_at = monday + 48 * hour;
  await app.db
    .updateTable("visits")
    .set({ start_at, end_at: start_at + hour, patient_zone: "America/Chicago" })
    .where("id", "=", visit.id)
    .execute();
  const file = (await patient.get("/my-visit.ics")).text.replace(/\r\n /g, "");
  expect(file.match(/BEGIN:VALARM/g)).toHaveLength(2);
  const { name } = await app.db.selectFrom("companies").select("name").executeTakeFirstOrThrow();
  for (const part of [
    "9:00 AM CST (Central Time)",
    `Call ${name} at (919) 555-0100`,
    `Change your visit: ${app.config.publicUrl}/`,
  ])
    expect(file).toContain(part);
  const { html } = await myVisit();
  for (const calendar of ["calendar.google.com", "outlook.live.com"]) expect(html).toContain(calendar);
});

test("the page to move a visit opens on the visit's day, and one tap shows the earliest times", async () => {
  const days = [1, 5, 9].map((days) => monday + days * 24 * hour);
  await seedSlots(app, therapist, days);
  const [first = 0, own = 0, last = 0] = days;
  await app.db
    .updateTable("visits")
    .set({ start_at: own, end_at: own + hour })
    .where("id", "=", visit.id)
    .execute();
  const listed = (page: PlainPage) => days.filter((day) => page.times(iso(day)).length > 0);
  const page = await PlainPage.open(patient, "/my-visit/move");
  expect(listed(page)).toEqual([own, last]);
  const all = await page.follow("Back to the earliest times");
  expect(listed(all)).toEqual([first, own, last]);
  expect(all.links("Back to the earliest times")).toEqual([]);
});

test("only the device check page can use the camera and microphone", async () => {
  const policy = async (path: string) => (await patient.get(path)).headers.get("permissions-policy");
  expect(await policy("/my-visit/check")).toBe(
    "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
  );
  const denied = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";
  for (const path of ["/my-visit", "/schedule", "/", "/healthz"]) expect(await policy(path)).toBe(denied);
  expect((await new Client(url).get("/my-visit/check")).headers.get("permissions-policy")).toBe(denied);
});

test("without JavaScript, the device check lists its requirements and the number to call", async () => {
  const page = await PlainPage.open(patient, "/my-visit/check");
  expect(page.text).toContain("This check needs an up-to-date browser with JavaScript turned on.");
  expect(page.text).toContain("(919) 555-0100");
  const saving = await patient.send("/my-visit/check", { headers: { "Save-Data": "on" } });
  expect(saving.text).toMatch(/<script[^>]+check/);
});

describe("a patient waiting for confirmation", () => {
  const waitingText = async (fields: { email?: null; updates?: "phone" | "email" }) => {
    await app.db.updateTable("visits").set({ status: "submitted" }).where("id", "=", visit.id).execute();
    await app.db.updateTable("orders").set(fields).where("id", "=", order.id).execute();
    return (await myVisit()).text;
  };

  test.each([
    [{ updates: "email" as const }, "We'll send you a message with the link to join"],
    [{ updates: "phone" as const }, "We'll call you when it's confirmed."],
    [{ email: null }, "We can't send you messages, so check this page again"],
  ])("with %j sees how they'll be notified", async (fields, sentence) => {
    const text = await waitingText(fields);
    expect(text).toContain(sentence);
    expect(text).toContain(`${therapist.name} will confirm it.`);
    expect(text).not.toContain("Request sent.");
  });

  test.each([
    [{ updates: "email" as const }, "We'll send you a message when it's confirmed."],
    [{ updates: "phone" as const }, "We'll call you when it's confirmed."],
    [{ email: null }, "We can't send you messages, so check this page again to see when"],
  ])("with %j and a request for a call sees nothing about a link to join", async (fields, sentence) => {
    await app.db.updateTable("visits").set({ call_me: 1 }).where("id", "=", visit.id).execute();
    const text = await waitingText(fields);
    expect(text).toContain(sentence);
    expect(text).not.toContain("link to join");
  });
});
