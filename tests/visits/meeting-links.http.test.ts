import { beforeEach, expect, test } from "vitest";
import { iso, localDate, minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedClinic,
  seedOrder,
  seedSlots,
  seedVisit,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
const { therapist } = await seedClinic(app);
const starts = morningStarts(app, 30).slice(30);
await seedSlots(app, therapist, starts);
const free = starts.filter((_, index) => index % 2 === 0);
const admin = await staffClient(server, "admin");
const supervisor = await staffClient(server, "supervisor");
const own = "https://meet.example/own";
const random = /^https:\/\/meet\.example\.org\/[0-9a-f]{32}$/;

const setTemplates = async (company: string | null, kind: string | null = null, isImmediate = 0) => {
  await app.db
    .updateTable("companies")
    .set({ link_template: company, confirm_immediately: isImmediate })
    .execute();
  await app.db.updateTable("visit_kinds").set({ link_template: kind }).execute();
};

beforeEach(async () => {
  await setTemplates(null);
  await app.db.updateTable("therapists").set({ zoom_link: own }).execute();
});

async function submitted(start_at = free.pop() ?? 0, therapist_id = therapist.id) {
  const order = await seedOrder(app);
  return seedVisit(app, { order_id: order.id, therapist_id, start_at });
}

const linkOf = async (id: number) =>
  (await app.db.selectFrom("visits").select("meeting_link").where("id", "=", id).executeTakeFirstOrThrow())
    .meeting_link;

async function confirmOnPage(id: number): Promise<string | null> {
  const page = await PlainPage.open(supervisor, `/visits/${id}/confirm`);
  expect(page.text).toContain("The meeting link is made when you confirm the visit.");
  const confirmed = await page.press(/^Confirm visit on/);
  expect(confirmed.status).toBe(200);
  expect(confirmed.text).not.toContain("already confirmed");
  return linkOf(id);
}

test("with a template, each way to confirm makes a separate link for each visit, without asking for one", async () => {
  await setTemplates("https://meet.example.org/{random}", null, 1);
  const links = [await confirmOnPage((await submitted()).id)];
  const byApi = await submitted();
  const reply = await supervisor.post("/api/appointments/confirm", { appointment_id: byApi.id });
  links.push(reply.json.appointment.meeting_link);
  const bulk = [await submitted(), await submitted()];
  const chosen = bulk.map(({ id }) => `visit=${id}`).join("&");
  const bulkPage = await PlainPage.open(supervisor, `/visits/bulk?act=confirm&${chosen}`);
  expect(bulkPage.values("meeting_link")).toEqual([]);
  await bulkPage.press(/^Confirm/);
  links.push(...(await Promise.all(bulk.map(({ id }) => linkOf(id)))));
  const profile = await submitted();
  const record = await PlainPage.open(supervisor, `/therapists/${therapist.id}`);
  await record.press(/^Confirm visit on/, {});
  const order = await seedOrder(app);
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  const booked = await patient.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(free.pop() ?? 0),
    sms_consent: true,
  });
  expect(booked.json.appointment.status).toBe("confirmed");
  links.push(booked.json.appointment.meeting_link);
  const byStaff = await seedOrder(app);
  const at = free.pop() ?? 0;
  const form = `/new-appointment?order=${byStaff.id}&therapist=${therapist.id}&date=${localDate(at, "America/New_York")}`;
  const staffPage = await PlainPage.open(supervisor, form);
  expect(staffPage.values("meeting_link")).toEqual([""]);
  const bookedByStaff = await staffPage.press(/^Book/, { slot: iso(at), status: "confirmed" });
  expect([bookedByStaff.status, bookedByStaff.text]).toEqual([200, expect.any(String)]);
  const made = await app.db
    .selectFrom("visits")
    .select("meeting_link")
    .where("order_id", "=", byStaff.id)
    .executeTakeFirstOrThrow();
  links.push(made.meeting_link, await linkOf(profile.id));
  for (const link of links) expect(link).toMatch(random);
  expect(new Set(links).size).toBe(7);
});

test("a kind's template comes before its company's, and fixed links before the therapist's own", async () => {
  await setTemplates("https://company.example/a\nhttps://company.example/b", "https://kind.example/room");
  const [start = 0] = [free.pop()];
  const first = await submitted(start);
  expect(await confirmOnPage(first.id)).toBe("https://kind.example/room");
  const others = await Promise.all(
    Array.from({ length: 3 }, async (_, index) => {
      const { id } = await app.db
        .insertInto("therapists")
        .values({
          name: `Other ${index}`,
          email: `other${index}@clinic.example`,
          timezone: "EST",
          region: "NC",
          company_id: therapist.company_id,
          zoom_link: own,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return submitted(start + 15 * minute, id);
    }),
  );
  const links: (string | null)[] = [];
  for (const { id } of others.slice(0, 2)) links.push(await confirmOnPage(id));
  expect(links).toEqual(["https://company.example/a", "https://company.example/b"]);
  // Every link is taken at that time, so the therapist's own one is left, which bulk confirming uses.
  const last = others[2]?.id ?? 0;
  const refused = await supervisor.post("/api/appointments/confirm", { appointment_id: last });
  expect([refused.status, refused.json.error]).toEqual([422, "Meeting link is required."]);
  await (await PlainPage.open(supervisor, `/visits/bulk?act=confirm&visit=${last}`)).press(/^Confirm/);
  expect(await linkOf(last)).toBe(own);
});

test("without a template, a confirmation still asks for the link", async () => {
  const { id } = await submitted();
  const page = await PlainPage.open(supervisor, `/visits/${id}/confirm`);
  expect(page.values("meeting_link")).toEqual([own]);
  const reply = await supervisor.post("/api/appointments/confirm", { appointment_id: id });
  expect([reply.status, reply.json.fields]).toEqual([422, { meeting_link: ["Meeting link is required."] }]);
});

test("an admin saves a template or fixed links, and wrong ones are refused in words", async () => {
  const refusals = {
    "http://meet.example.org/{random}": "Enter addresses that start with https://",
    "https://meet.example.org/{random}/{random}": "Use {random} once in the address.",
    "https://{random}.example.org/": "Put {random} after the name of the site",
    "https://meet.example.org/{name}": "Use only {random} in braces.",
    "https://meet.example.org/{random}\nhttps://meet.example.org/a": "one address with {random}, or a list",
    "https://meet.example.org/a\nhttps://meet.example.org/a": "Enter each link once.",
    "https://me:secret@meet.example.org/a": "Enter addresses that start with https://",
    "javascript:alert(1)": "Enter addresses that start with https://",
  };
  for (const [template, sentence] of Object.entries(refusals)) {
    const page = await PlainPage.open(admin, "/admin/company");
    const refused = await page.press("Save", { link_template: template });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(sentence)]);
  }
  for (const template of ["https://meet.example.org/{random}", "https://a.example/1\nhttps://a.example/2"]) {
    const page = await PlainPage.open(admin, "/admin/company");
    expect((await page.press("Save", { link_template: template })).text).toContain("Company saved");
    expect((await admin.get("/api/company")).json.link_template).toBe(template);
  }
});
