import { expect, test } from "vitest";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist, starts } = await seedClinic(app);
const freeStarts = starts.filter((_, index) => index % 2 === 0);

const words = {
  en: { name: "Someone who helps you", add: "Add this person", remove: /^Remove Tom/, also: "Also open on" },
  es: {
    name: "Una persona que le ayuda",
    add: "Agregar a esta persona",
    remove: /^Quitar a Tom/,
    also: "También abierto",
  },
};

async function linkOf(patient_name: string, language: "en" | "es") {
  const order = await seedOrder(app, { patient_name, language });
  const start_at = freeStarts.pop() ?? 0;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  const link = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  return `/schedule/${link}`;
}

test.each(["en", "es"] as const)(
  "a patient adds a helper and switches orders without JavaScript in the language %s",
  async (language) => {
    const client = new Client(url);
    const { name, add, remove, also } = words[language];
    const first = await PlainPage.open(client, await linkOf("Ruth Avery", language));
    const form = await first.follow(name);
    const fields = { name: "Tom Baker", relation: "son" };
    const refused = await form.press(add, { ...fields, phone: "12345" });
    expect(refused.html).toMatch(/<input[^>]*name="phone"[^>]*aria-invalid|aria-invalid[^>]*name="phone"/);
    const named = await refused.press(add, {
      ...fields,
      phone: null,
      email: `tom.${language}@mail.example`,
    });
    expect(named.path).toBe("/my-visit");
    const both = await named.open(await linkOf("Ana Cruz", language));
    expect(both.text).toContain(also);
    const switched = await both.press("Ruth A.");
    expect(switched.buttons("Ana C.")).toHaveLength(1);
    const removed = await (await switched.open("/my-visit/helper")).press(remove);
    expect(removed.path).toBe("/my-visit");
    expect(removed.links(name)).toHaveLength(1);
  },
);
