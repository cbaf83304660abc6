import { expect, test } from "vitest";
import { conversationRows, write } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedClinic } from "../support/seed";

async function requestFor(chosen_language: string, fields: object) {
  const phone = "+19195550123";
  const app = scratchApp();
  const { order } = await seedClinic(app);
  await app.db.updateTable("orders").set({ phone, chosen_language }).where("id", "=", order.id).execute();
  await app.db
    .updateTable("companies")
    .set({ website: null, ...fields })
    .execute();
  await write(app, phone, "Hello");
  return (await conversationRows(app, phone))[0]?.body;
}

test("the consent request states the company's message frequency", async () => {
  expect(await requestFor("en", {})).toMatch(/Msg & data rates may apply\. Msg frequency varies\.$/);
  const own = { message_frequency: "About 5 msgs per visit." };
  expect(await requestFor("en", own)).toMatch(/Msg & data rates may apply\. About 5 msgs per visit\.$/);
});

test("in Spanish, the standard sentence is used until the company customizes it", async () => {
  const own = { message_frequency: "About 5 msgs per visit." };
  expect(await requestFor("es", own)).toContain("Frecuencia variable.");
  const texts = JSON.stringify({ "es.company.messageFrequencyInText": "Unos 5 mensajes por visita." });
  expect(await requestFor("es", { ...own, texts })).toContain("Unos 5 mensajes por visita.");
});

test("a patient whose language isn't offered gets texts in the company's language", async () => {
  expect(await requestFor("es", { languages: '["en"]' })).toContain("May we text you");
  expect(await requestFor("en", { languages: '["es"]' })).toContain("¿Nos permite");
});
