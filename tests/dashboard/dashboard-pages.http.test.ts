import { beforeAll, expect, test } from "vitest";
import { day, formatTime, hour, instantOf, iso, minute } from "~/core/time";
import type { CalendarEvent } from "~/ui/calendar/calendar-event";
import { narrowHours, narrowWidth, outsideOf, wideHours, widened } from "~/ui/calendar/calendar-hours";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedSlots, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

// These texts, defaults, and constants come from the specification.

const { app, url, clock } = await startServer();
const { therapist } = await seedClinic(app);
const now = clock.now();
const supervisor = new Client(url);

async function add(start_at: number, status: string) {
  const { id } = await seedOrder(app);
  return seedVisit(app, { order_id: id, therapist_id: therapist.id, start_at, status, submitted_at: now });
}

beforeAll(async () => {
  const user = await seedUser(app, ["supervisor"]);
  await signInStaff(app, supervisor, user.id);
});

/** Returns a page's text, with field values in brackets. */
async function pageText(path: string): Promise<string> {
  const { text, status } = await supervisor.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text
    .replace(/^[\s\S]*<body>/, "")
    .replace(/<(input|textarea)\b([^>]*)>/g, (_, __, attributes: string) => {
      const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
      const state = /\b(readonly|checked)\b/i.exec(attributes)?.[0].toLowerCase();
      return of("type") === "hidden"
        ? " "
        : ` [${[of("placeholder"), of("value"), state].filter(Boolean).join(" ")}] `;
    })
    .replace(/<option[^>]* selected=""[^>]*>/g, " * ")
    .replace(/<!--[^>]*-->/g, "")
    .replace(/<\/(b|i|span|time|a)>(?=\S)/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

function expectInOrder(page: string, texts: string[]): void {
  let from = 0;
  for (const text of texts) {
    const found = page.indexOf(text, from);
    expect(found, `“${text}” after “${page.slice(Math.max(0, from - 40), from)}”`).toBeGreaterThanOrEqual(0);
    from = found + text.length;
  }
}

test("empty lists show the texts from the specification", async () => {
  expect(await pageText("/appointments")).toContain("No appointments found from available endpoints.");
  expect(await pageText("/users?search=unknown")).toContain("No users found from available endpoints.");
  expect(await pageText("/supervisordashboard/unconfirmed")).toContain("No rows");
  expect(await pageText("/supervisordashboard/codes")).toContain("No rows");
  expect(await pageText("/supervisordashboard/steps/1")).toContain("No rows");
  const worklist = await pageText("/calendars?tab=worklist");
  expectInOrder(worklist, ["Needs Confirmation (next 72h)", "No items", "Today", "No items"]);
});

test("the sidebar lists Logout and, under Supervisor, five pages", async () => {
  expectInOrder(await pageText("/supervisordashboard"), [
    "Logout",
    "Supervisor",
    "Dashboard",
    "Appointments",
    "Calendars",
    "Users",
    "2-Way Messaging",
  ]);
});

test("the dashboard has two dropdowns and nine tiles, each with a hint", async () => {
  const page = await pageText("/supervisordashboard");
  expectInOrder(page, ["Database", "ALL", "Therapist", "ALL"]);
  const tiles = [
    "Unconfirmed",
    "Pending Codes",
    "1. Sleep Intake QA",
    "2. Referral Received",
    "3. Obtaining Pre-Auth",
    "4. Ready to Schedule",
    "5. Self-Scheduling Link Sent",
    "6. Setup Time Submitted",
    "7. Setup Confirmed",
  ];
  expectInOrder(
    page.slice(page.indexOf("Open", page.indexOf("ALL")) + 1),
    tiles.flatMap((tile) => [tile, "Click to filter"]),
  );
});

test("the unconfirmed popup shows a range that ends 45 minutes after the start", async () => {
  const start = now + 5 * day;
  await add(start, "submitted");
  const time = (at: number) => formatTime(at, "America/New_York");
  expectInOrder(await pageText("/supervisordashboard/unconfirmed"), [
    "Unconfirmed Appointments",
    "Close",
    "Patient ID",
    "Brightree DB",
    "Therapist",
    "Date and Time",
    `${time(start)} – ${time(start + 45 * minute)}`,
  ]);
});

test("the code and step popups have the specified titles, columns, and fields", async () => {
  expectInOrder(await pageText("/supervisordashboard/codes"), [
    "Pending Access Codes",
    "Manual Add",
    ...["Code", "Email", "Phone", "Patient ID", "Brightree DB", "Sent"],
  ]);
  expectInOrder(await pageText("/supervisordashboard/codes/new"), [
    "Manual Add",
    ...["Patient Email", "Phone (10 digits)", "Patient ID", "Sales Order #", "Brightree DB"],
    "Submit",
    "Cancel",
  ]);
  expectInOrder(await pageText("/supervisordashboard/steps/3"), [
    "Obtaining Pre-Auth Orders",
    ...["Brightree DB", "Patient ID", "Sales Order #", "Reached At"],
  ]);
});

test("the page shows why a code can't be generated or resent", async () => {
  const made = await supervisor.submit("/supervisordashboard/codes/new", {
    email: "",
    phone: "",
    patient_id: "12",
    sales_order_no: "",
    brightree_db: "QHMS",
  });
  expect(made.status).toBe(422);
  expect(made.text).toMatch(/class="(notice bad|wrong)"/);
  const form = await supervisor.get("/supervisordashboard/codes/new");
  expect(form.text).toContain('data-failed="❌ Error sending code"');
  const resent = await supervisor.submit("/supervisordashboard/codes", { id: "987654" });
  expect(resent.status).toBe(404);
  expect(resent.text).toContain("notice bad");
});

test("the appointments and users lists have the specified columns, hints, and dropdowns", async () => {
  expectInOrder(await pageText("/appointments"), [
    "Refresh",
    "[Search SO/Patient/DB/Status…]",
    ...["Type", "ALL", "Setup", "DB", "ALL", "QHMS", "Status", "ALL", "submitted", "Therapist", "ALL"],
    ...["Date", "Time", "Therapist", "Brightree DB", "Patient ID", "Type", "Status"],
  ]);
  expectInOrder(await pageText("/users"), [
    "Refresh",
    "[Search name/email/role/company…]",
    ...["Name", "Email", "Phone", "Role", "Status", "Company"],
    `${therapist.name} : Open calendars for this therapist`,
  ]);
  expect((await supervisor.get("/users")).text).toContain('data-failed="No users endpoint available."');
});

test("the Setup Calendar has the specified tiles, filters, tabs, and labels", async () => {
  const { order_id, start_at } = await add(now + 6 * day, "confirmed");
  await add(now + 6 * day + hour, "cancelled");
  const { patient_id } = await app.db
    .selectFrom("orders")
    .select("patient_id")
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const initials = therapist.name.replace(/(\w)\w*\s*/g, "$1");
  const page = await pageText("/calendars");
  expectInOrder(page, [
    ...["Pending Setups 1", "Confirmed Setups 1", "Completed Setups 0"],
    "[therapist/patient/database]",
    ...["Therapist", "ALL", "Region", "ALL", "Company", "ALL", "Status", "ALL"],
    ...["submitted", "confirmed", "completed", "pending", "cancelled"],
    ...["Calendar", "Worklist", "Capacity"],
    `${formatTime(start_at, "America/New_York")} - ${patient_id} - ${initials}`,
  ]);
  const visitsOn = async (address: string) =>
    (await PlainPage.open(supervisor, address)).links(new RegExp(` - \\d+ - ${initials}\\b`));
  expect(await visitsOn("/calendars")).toHaveLength(2);
  expect(await visitsOn("/calendars?status=cancelled")).toHaveLength(1);
});

test("the worklist and capacity tables have the specified columns, and the default capacity is six visits a day", async () => {
  await add(now + 2 * day, "submitted");
  expectInOrder(await pageText("/calendars?tab=worklist"), [
    "Needs Confirmation (next 72h)",
    ...["Date", "Time", "Therapist", "Patient", "Region", "DB", "Status"],
    therapist.name,
    "just now",
  ]);
  expectInOrder(await pageText("/calendars?tab=capacity"), [
    "Capacity (this week)",
    ...["Therapist", "Sun,", "Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,"],
    therapist.name,
    "(cap 6/day)",
    "0 of 6 booked",
    "1 of 6 booked",
  ]);
});

test("booking from the capacity table keeps the therapist and day until a time is chosen", async () => {
  const { id, patient_name } = await seedOrder(app, { patient_name: "Ruth Capacity" });
  const start = `/new-appointment?therapist=${therapist.id}&date=2026-03-05`;
  let page = await PlainPage.open(supervisor, start);
  expect(page.text).toContain(`Booking a visit with ${therapist.name} on Thu, Mar 5`);
  page = await page.press("Find order", { q: "Ruth Capacity" });
  page = await page.follow(patient_name ?? "");
  expect(page.address).toContain(`order=${id}&therapist=${therapist.id}&date=2026-03-05`);
  expect(page.text).toContain("Time on Thu, Mar 5");
});

test("the therapist modal has its sections in order and the default values on the availability card", async () => {
  await add(now - 5 * day, "completed");
  const page = await pageText(`/therapists/${therapist.id}`);
  expectInOrder(page, [
    ...["Appointments", "Mark as Completed", "Cancel", "Are you sure you want to cancel this appointment?"],
    ...["Submitted Appointments", "Confirm", "Meeting link", "Cancel"],
    ...["Therapist Availability", "Date From [] ", "Date To [] ", "Interval"],
    ...["* 15 min", "30 min", "45 min", "60 min", "Start Time [08:00]", "End Time [17:00]"],
    ...["Sun", "[1 checked]", "[5 checked]", "Sat"],
    "checked] Remove existing in range",
    "Times are created in the therapist's time zone (America/New York",
    "and stored in UTC.",
    ...["Generate & Add", "Remove in Range", "Existing slots"],
    ...["Name", "Email", "Phone", "readonly]", "Time zone", "readonly]", "Meeting link", "readonly]"],
    ...["Review link", "Region", "readonly]", "Office number", "readonly]", "Company", "Save", "Close"],
    ...["Completed", "Date", "Patient ID", "Database", "Cancelled", "Date", "Patient ID", "Database"],
  ]);
  expect(page.match(/\[\d( checked)?\]/g)).toEqual([
    "[0]",
    "[1 checked]",
    "[2 checked]",
    "[3 checked]",
    "[4 checked]",
    "[5 checked]",
    "[6]",
  ]);
});

test("a refused change in the modal shows the reason and changes nothing", async () => {
  const over = await add(now - 9 * day, "completed");
  const at = `/therapists/${therapist.id}`;
  for (const [fields, sentence] of [
    [{ act: "confirm", meeting_link: "" }, "Meeting link is required."],
    [{ act: "confirm", meeting_link: "javascript:alert(1)" }, "Failed to confirm appointment."],
    [{ act: "confirm", meeting_link: "https://meet.example/a" }, "Failed to confirm appointment."],
    [{ act: "cancel" }, "Failed to cancel appointment."],
  ] as const) {
    const reply = await supervisor.submit(at, { visit: String(over.id), ...fields });
    expect([fields, reply.status >= 400, reply.text.includes(sentence)]).toEqual([fields, true, true]);
  }
  const submitted = await add(now + 9 * day, "submitted");
  const reply = await supervisor.submit(at, { visit: String(submitted.id), act: "complete" });
  expect([reply.status, reply.text.includes("Failed to mark as completed.")]).toEqual([409, true]);
});

test("a long slot list is hidden at first, then shown 200 slots at a time", async () => {
  const starts = Array.from({ length: 410 }, (_, index) => now + 20 * day + index * hour);
  await seedSlots(app, therapist, starts);
  const slotList = async (query: string) => {
    const { text } = await supervisor.get(`/therapists/${therapist.id}${query}`);
    const list = text.slice(text.indexOf(`id="slots-${therapist.id}"`));
    return [(list.match(/aria-label="Remove /g) ?? []).length, list.includes("Show 200 more")];
  };
  expect(await slotList("")).toEqual([0, false]);
  expect(await slotList("?slots=200")).toEqual([200, true]);
  expect(await slotList("?slots=400")).toEqual([400, true]);
});

test("a setup that ended late on December 31 is shown in that year", async () => {
  await add(Date.parse("2026-01-01T00:30:00Z"), "completed");
  expect(await pageText(`/therapists/${therapist.id}`)).toContain("Wed, Dec 31, 2025, 7:30 PM EST");
});

test("the calendar has the hours, heights, and width from the specification", () => {
  expect(wideHours).toEqual({ slotMinTime: "07:00", slotMaxTime: "18:30", height: "72vh" });
  expect(narrowHours).toEqual({ slotMinTime: "08:00", slotMaxTime: "18:00", height: "62vh" });
  expect(narrowWidth).toBe("(max-width: 820px)");
});

test("visits outside the calendar's hours are listed separately or extend the hours", () => {
  const zone = "America/New_York";
  const visitAt = (id: number, start: string, end: string) =>
    ({ id, start: `2026-11-24T${start}:00Z`, end: `2026-11-24T${end}:00Z` }) as CalendarEvent;
  const early = visitAt(1, "10:45", "11:30");
  const cut = visitAt(2, "11:30", "12:15");
  const late = visitAt(3, "23:30", "23:45");
  expect(outsideOf([early, cut, late], wideHours, zone)).toEqual([early, late]);
  expect(widened([early, cut, late], wideHours, zone)).toEqual({
    slotMinTime: "05:00",
    slotMaxTime: "19:00",
  });
  expect(widened([], wideHours, zone)).toEqual({ slotMinTime: "07:00", slotMaxTime: "18:30" });
});

test.each(["2026-03-08", "2026-11-01"])("on %s, when clocks change, hours follow local time", (date) => {
  const zone = "America/New_York";
  const visitAt = (time: string) => {
    const start = instantOf(date, time, zone) ?? 0;
    return { start: iso(start), end: iso(start + 30 * minute) } as CalendarEvent;
  };
  const [seven, late] = [visitAt("07:00"), visitAt("18:30")];
  expect(outsideOf([seven, late], wideHours, zone)).toEqual([late]);
  expect(widened([seven, late], wideHours, zone)).toEqual({ slotMinTime: "07:00", slotMaxTime: "19:00" });
});
