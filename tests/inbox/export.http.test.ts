import { beforeAll, expect, test } from "vitest";
import { day, minute } from "~/core/time";
import { printConversation } from "~/inbox/pdf/print-conversation.server";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { textOfPages } from "../support/pdf-text";
import { monday } from "../support/scratch";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const supervisor = new Client(url);
let token = "";
let conversation = 0;

beforeAll(async () => {
  await seedDatabase(app);
  token = await signInStaff(
    app,
    supervisor,
    (await seedUser(app, ["supervisor"], { name: "Samuel Ridley" })).id,
  );
  const seeded = await seedConversation(app, {
    phone: "+19195550123",
    patient_id: 4711,
    patient_name: "Zoë Nguyễn",
    brightree_db: "QHMS",
    notes: "Prefers evenings → call after 5",
    sms_consent: 1,
    consented_at: monday - day,
  });
  conversation = seeded.id;
  const write = (body: string, at: number, more = {}) =>
    seedMessage(app, conversation, body, { created_at: at, ...more });
  const out = { direction: "out" as const, status: "delivered" as const };
  await write("Hello Zoë", monday - 3 * day, { ...out, released_at: monday - day });
  await write("YES 👍", monday - day);
  await write("Когда придёт? Πότε; Khi nào?", monday);
  await write("On Tuesday", monday + minute, out);
});

/** The text of the PDF, or the error. */
async function exported(query: string, id = conversation) {
  const response = await fetch(`${url}/api/sms/thread/${id}/export.pdf${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, pages: response.ok ? textOfPages(bytes) : [] };
}

test("an export contains the conversation, who exported it and when, and the time zone", async () => {
  const { response, bytes, pages } = await exported("?tz=America/New_York");
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toBe(
    `inline; filename="conversation-${conversation}.pdf"`,
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pages).toHaveLength(1);
  const text = pages[0];
  for (const part of [
    "Zoë Nguyễn",
    "(919) 555-0123",
    "Mobile: +19195550123 ID/MRN: 4711 DB: QHMS",
    "[Feb 27, 2026, 10:00 AM] Staff: Hello Zoë [held pending consent — released Mar 1, 2026, 10:00 AM]",
    "[Mar 1, 2026, 10:00 AM] Patient: YES [thumbs up]",
    "[Mar 2, 2026, 10:00 AM] Patient: Когда придёт? Πότε; Khi nào?",
    "All times America/New_York (EST). Exported by Samuel Ridley on Mar 2, 2026, 10:00 AM.",
    "Page 1 of 1",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("Shared Notes");
});

test("shared notes are exported only on request", async () => {
  const { pages } = await exported("?notes=1");
  expect(pages[0]).toContain("Shared Notes");
  expect(pages[0]).toContain("Prefers evenings → call after 5");
  expect((await exported("?notes=0")).pages[0]).not.toContain("Shared Notes");
});

test("a date range covers whole days in the chosen time zone", async () => {
  const { pages } = await exported("?from=2026-03-01&to=2026-03-01&tz=America/New_York");
  expect(pages[0]).toContain("YES");
  expect(pages[0]).not.toContain("Hello Zoë");
  expect(pages[0]).not.toContain("On Tuesday");
  expect(pages[0]).toContain("Messages from Mar 1, 2026, 12:00 AM until Mar 1, 2026, 11:59 PM");
  const whole = await exported("?all=on&from=2026-03-01&to=2026-03-01");
  expect(whole.pages[0]).toContain("Hello Zoë");
  const nothing = await exported("?from=2020-01-01&to=2020-01-02");
  expect(nothing.pages[0]).toContain("No messages.");
});

test("a long conversation has numbered pages", async () => {
  const { id } = await seedConversation(app, { patient_id: 99 });
  for (let nth = 1; nth <= 120; nth++) await seedMessage(app, id, `Line ${nth}`);
  const { pages } = await exported("", id);
  expect(pages).toHaveLength(3);
  expect(pages[2]).toContain("Page 3 of 3");
  expect(pages.join("").match(/Line \d+/g)).toHaveLength(120);
});

test("the export page shows the progress of an export", async () => {
  const { id } = await seedConversation(app, { patient_id: 100 });
  for (let nth = 1; nth <= 400; nth++) await seedMessage(app, id, `Line ${nth}`);
  const progress = async () => /id="export-progress"[^>]*>([^<]*)/.exec((await page()).text)?.[1];
  const page = () => supervisor.get(`/messages/${id}/export`);
  expect(await progress()).toBe("");
  const running = exported("", id);
  await eventually(progress, (text) => /^(Generating PDF: |Waiting for another export)/.test(text ?? ""));
  expect((await running).response.status).toBe(200);
  expect(await progress()).toBe("");
});

test("every export is in the audit log", async () => {
  const auditEntries = () => auditLogOf(app, { action: "conversation.exported" });
  const before = await auditEntries();
  await exported("?from=2026-03-01");
  const after = await auditEntries();
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)?.subject).toBe(`thread ${conversation}`);
  expect(JSON.parse(after.at(-1)?.details ?? "")).toMatchObject({ notes: false, messages: 3 });
});

test.each([
  ["?from=yesterday", 422],
  ["?from=2026-02-30", 422],
  ["?from=2026-03-02&to=2026-03-01", 422],
  ["?tz=Mars/Olympus", 422],
])("%s is refused", async (query, status) => {
  const { response, bytes } = await exported(query);
  expect(response.status).toBe(status);
  expect(JSON.parse(bytes.toString())).toHaveProperty("error");
});

test("therapists can't export, and an unknown thread returns 404", async () => {
  const therapist = new Client(url);
  await signInStaff(app, therapist, (await seedUser(app, ["therapist"])).id);
  expect((await therapist.get(`/api/sms/thread/${conversation}/export.pdf`)).status).toBe(403);
  expect((await exported("", 999_999)).response.status).toBe(404);
});

test("an export returns an error if its process fails", async () => {
  async function* batches() {
    yield [1 as never];
  }
  const without = printConversation({
    transcript: {} as never,
    batches: batches(),
    userId: 0,
    gone: new AbortController().signal,
  });
  await expect(without).rejects.toThrow(TypeError);
});
