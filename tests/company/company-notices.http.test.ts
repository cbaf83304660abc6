import type { Updateable } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Tables } from "~/db/tables";
import { Client } from "../support/client";
import { seedClinic, seedCompany, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const { order } = await seedClinic(app);
const company = await app.db.selectFrom("companies").selectAll().executeTakeFirstOrThrow();
const change = (fields: Updateable<Tables["companies"]>) =>
  app.db.updateTable("companies").set(fields).where("id", "=", company.id).execute();
const visitor = new Client(url);
const page = async (path: string, client = visitor) => (await client.get(path)).text;

beforeEach(() =>
  change({ privacy_notice: null, terms: null, message_frequency: null, languages: '["en","es"]' }),
);

test("if a company has no text, the built-in privacy notice and terms contain what carriers require", async () => {
  const privacy = await page("/privacy");
  for (const text of [
    "with third parties or affiliates for marketing",
    "Message frequency varies.",
    "Message and data rates may apply.",
    "Reply STOP to stop the texts, or HELP for help.",
  ]) {
    expect(privacy).toContain(text);
  }
  expect(await page("/terms")).toContain("Message frequency varies.");
});

test("a company's own text is shown in paragraphs, and its markup is escaped", async () => {
  await change({ privacy_notice: "First <b>part</b>.\n\nSecond\npart.", terms: "Be on time & be kind." });
  const privacy = await page("/privacy");
  expect(privacy).toContain("<p>First &lt;b&gt;part&lt;/b&gt;.</p><p>Second\npart.</p>");
  expect(privacy).not.toContain("for marketing");
  expect(await page("/terms")).toContain("<p>Be on time &amp; be kind.</p>");
});

test("a URL in the text becomes a link", async () => {
  await change({
    privacy_notice: "https://blueridge.example/privacy?a=1&b=2",
    terms: "https://blueridge.example/terms",
  });
  expect(await page("/privacy")).toContain(
    `<a href="https://blueridge.example/privacy?a=1&amp;b=2">${company.name} privacy notice</a>`,
  );
  expect(await page("/terms")).toContain(
    `<a href="https://blueridge.example/terms">${company.name} terms</a>`,
  );
});

test("the privacy page links to the notice of privacy practices, and both pages name the company", async () => {
  await change({
    privacy_practices: "https://blueridge.example/npp",
    address: "1 Main Street\nBoone, NC",
    website: "https://blueridge.example",
  });
  const privacy = await page("/privacy");
  expect(privacy).toContain('<a href="https://blueridge.example/npp">Notice of privacy practices</a>');
  expect(privacy).toContain("<span>1 Main Street</span><span>Boone, NC</span>");
  expect(await page("/terms")).toContain('href="https://blueridge.example"');
});

test("the company's own text is marked as English on a Spanish page", async () => {
  await change({ privacy_notice: "We keep it safe." });
  const client = new Client(url);
  client.cookies.set("language", "es");
  const privacy = await page("/privacy", client);
  expect(privacy).toContain('<html lang="es"');
  expect(privacy).toContain('lang="en"><p>We keep it safe.</p>');
});

test("the company's message frequency replaces the standard sentence in English only", async () => {
  await change({ message_frequency: "About 5 messages per visit." });
  const privacy = await page("/privacy");
  expect(privacy).toContain("About 5 messages per visit. Message and data rates may apply.");
  expect(privacy).not.toContain("Message frequency varies.");
  const client = new Client(url);
  client.cookies.set("language", "es");
  expect(await page("/privacy", client)).toContain("La frecuencia de los mensajes varía.");
});

test("a company with only one language has no language switch, and its patients see that language", async () => {
  await change({ languages: '["en"]' });
  const client = new Client(url);
  client.cookies.set("language", "es");
  await signInPatient(app, client, order.id);
  for (const path of ["/", "/schedule", "/privacy", "/track"]) {
    const text = await page(path, client);
    expect([path, text.includes('<html lang="en"'), text.includes('action="/language"')]).toEqual([
      path,
      true,
      false,
    ]);
  }
  await change({ languages: '["es"]' });
  expect(await page("/schedule", client)).toContain('<html lang="es"');
});

test("an imported company with an invalid language list or wording shows English with the default sentences", async () => {
  await change({ languages: "[5]", texts: "{broken" });
  const text = await page("/privacy");
  expect(text).toContain('<html lang="en"');
  expect(text).toContain("Message frequency varies.");
  await change({ texts: null });
});

test("with several companies, patients see their company's notice, and other visitors see the built-in one", async () => {
  await change({ privacy_notice: "The notice of the first." });
  await seedCompany(app, "Quiet Harbor");
  const client = new Client(url);
  await signInPatient(app, client, order.id, "link");
  expect(await page("/privacy", client)).toContain("The notice of the first.");
  expect(await page("/privacy")).toContain("for marketing");
  const byQuery = new Client(url);
  await signInPatient(app, byQuery, order.id, "query");
  expect(await page("/privacy", byQuery)).toContain("for marketing");
});
