import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
await seedCompany(app, "Blue Ridge Home Care");
const admin = new Client(url);
await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);

const profile = {
  website: "https://blueridge.example",
  address: "1 Main Street\nBoone, NC 28607",
  reply_to: "help@blueridge.example",
  privacy_notice: "We keep your data safe.\n\nAsk us anything.",
  privacy_practices: "https://blueridge.example/npp",
  terms: "https://blueridge.example/terms?v=2",
  message_frequency: "About 5 messages per visit.",
  languages: ["es"],
  offer_cutoff_hours: 12,
  nudge_days: [2, 5],
};

test("a new company offers both languages and has the default times", async () => {
  expect((await admin.get("/api/company")).json).toMatchObject({
    languages: ["en", "es"],
    offer_cutoff_hours: 24,
    nudge_days: [1, 3, 7],
    website: null,
    privacy_notice: null,
  });
});

test("an admin can change every profile field, and the audit log lists only the field names", async () => {
  const reply = await admin.patch("/api/company", profile);
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject(profile);
  expect((await admin.get("/api/company")).json).toEqual(reply.json);
  expect(Object.keys(reply.json)).not.toContain("texts");
  const { details } = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "company.changed")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details ?? "{}").fields.sort()).toEqual(Object.keys(profile).sort());
  expect(details).not.toContain("blueridge");
});

test.each([
  [{ color: "blue" }, "color"],
  [{ texts: "{}" }, "texts"],
  [{ id: 1 }, "id"],
  [{ website: "blueridge.example" }, "website", "Enter a full URL, like https://www.example.com."],
  [{ website: "javascript:alert(1)" }, "website"],
  [{ website: "https://ann:secret@blueridge.example" }, "website"],
  [{ privacy_practices: "see our office" }, "privacy_practices"],
  [
    { privacy_notice: "www.blueridge.example/privacy" },
    "privacy_notice",
    "Enter a full URL that starts with https://, or enter the text.",
  ],
  [{ terms: "javascript:alert(1)" }, "terms"],
  [{ terms: `${"a ".repeat(10_000)}b c` }, "terms", "Please keep this under 20001 characters."],
  [{ privacy_notice: 5 }, "privacy_notice"],
  [{ address: "a".repeat(501) }, "address"],
  [{ message_frequency: "a".repeat(161) }, "message_frequency"],
  [{ reply_to: "help@" }, "reply_to"],
  [{ reply_to: "a@b.example\r\nBcc: c@d.example" }, "reply_to"],
  [{ languages: [] }, "languages"],
  [{ languages: ["fr"] }, "languages.0"],
  [{ languages: "es" }, "languages"],
  [{ languages: null }, "languages"],
  [{ offer_cutoff_hours: -1 }, "offer_cutoff_hours"],
  [{ offer_cutoff_hours: 1.5 }, "offer_cutoff_hours"],
  [{ offer_cutoff_hours: true }, "offer_cutoff_hours"],
  [{ offer_cutoff_hours: null }, "offer_cutoff_hours"],
  [
    { nudge_days: [3, 1] },
    "nudge_days",
    "Enter up to 3 different numbers from 1 to 60, smallest first, like 1, 3, 7.",
  ],
  [{ nudge_days: [1, 1] }, "nudge_days"],
  [{ nudge_days: [0] }, "nudge_days"],
  [{ nudge_days: ["1"] }, "nudge_days.0"],
  [{ nudge_days: [1, 2, 3, 4] }, "nudge_days"],
  [{ nudge_days: "1,3" }, "nudge_days"],
])("%j is refused with a message, and nothing changes", async (change, field, message = "") => {
  const before = (await admin.get("/api/company")).json;
  const reply = await admin.patch("/api/company", { ...change, support_hours: "Never" });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.fields)).toEqual([field]);
  expect(reply.json.error).toContain(message);
  expect(reply.json.error.length).toBeGreaterThan(10);
  expect((await admin.get("/api/company")).json).toEqual(before);
});

test("an empty list of days turns reminders off, and languages are stored in a fixed order", async () => {
  const reply = await admin.patch("/api/company", { nudge_days: [], languages: ["es", "en", "es"] });
  expect(reply.json).toMatchObject({ nudge_days: [], languages: ["en", "es"] });
});

test("the Company page saves every field without JavaScript", async () => {
  const page = await PlainPage.open(admin, "/admin/company");
  const version = page.hidden.version ?? "";
  const fields = {
    company: "Blue Ridge Home Care",
    version,
    name: "Blue Ridge",
    website: "",
    terms: "Be kind.\r\n\r\nBe on time.",
    languages: "en",
  };
  const reply = await admin.submit("/admin/company", fields);
  expect([reply.status, reply.location]).toEqual([303, "/admin/company?company=Blue%20Ridge"]);
  expect((await admin.get("/api/company")).json).toMatchObject({
    name: "Blue Ridge",
    website: null,
    terms: "Be kind.\r\n\r\nBe on time.",
    languages: ["en"],
    reply_to: "help@blueridge.example",
  });
});

test("the Company page shows each error next to its field and keeps the values entered", async () => {
  const reply = await admin.submit("/admin/company", {
    company: "Blue Ridge",
    languages: "",
    reply_to: "nobody",
  });
  expect(reply.status).toBe(422);
  for (const text of [
    "Choose at least one language.",
    "Please enter a complete email address",
    'value="nobody"',
  ]) {
    expect(reply.text).toContain(text);
  }
});

test("after a refused save, checkboxes keep their state, and the error links to the invalid field, which has focus", async () => {
  const page = await PlainPage.open(admin, "/admin/company");
  const refused = await page.press("Save", { reply_to: "nobody", sms_optional: ["false", "on"] });
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/<input(?=[^>]*type="checkbox")(?=[^>]*name="sms_optional")(?=[^>]*checked)/);
  expect(refused.html).not.toMatch(
    /<input(?=[^>]*type="checkbox")(?=[^>]*name="feed_names")(?=[^>]*checked)/,
  );
  expect(refused.html).toContain('<a href="#f-reply_to">Reply-to email</a>');
  expect(refused.html).toMatch(/<input(?=[^>]*id="f-reply_to")(?=[^>]*autofocus)/i);
});

test("Health lists what is missing from a company's profile", async () => {
  const health = async () => (await admin.get("/admin/health")).text;
  expect(await health()).toContain("Every company has a name, a phone number, and a privacy notice.");
  await admin.patch("/api/company", { privacy_notice: "", phone: "" });
  expect(await health()).toContain("No phone number for patients to call: Blue Ridge.");
  expect(await health()).toContain("No privacy notice is on file for Blue Ridge.");
});
