import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { Client } from "../support/client";
import { offersOf, seedOffers } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer({}, undefined, { demo: true });

const words = {
  en: {
    take: "Take this time",
    taken: "You're booked for the earlier time",
    link: "None of these times work for me",
    save: "Let me know",
    waiting: "We're looking for a time for you",
    yours: "What you asked for",
  },
  es: {
    take: "Aceptar esta hora",
    taken: "Su cita cambió a la nueva hora",
    link: "Ninguna de estas horas me sirve",
    save: "Avísenme",
    waiting: "Estamos buscando una hora para usted",
    yours: "Lo que usted pidió",
  },
};

test.each(["en", "es"] as const)(
  "a patient accepts an earlier time without JavaScript in the language %s",
  async (language) => {
    await app.db.deleteFrom("earlier_wishes").execute();
    const { seedWaiting, free } = await seedOffers({ ...app, clock });
    await seedWaiting({ language, patient_name: "Avery, Ruth" });
    await free();
    clock.advance(minute);
    await runWaves(app);
    const code = (await offersOf({ ...app, clock })).at(-1)?.code;
    const offer = await PlainPage.open(new Client(url), `/offer/${code}`);
    const taken = await offer.press(words[language].take);
    expect(taken.heading).toBe(words[language].taken);
  },
);

test.each(["en", "es"] as const)(
  "a patient for whom no time works waits for one without JavaScript in the language %s",
  async (language) => {
    const order = await seedOrder(app, { language });
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    client.cookies.set("language", language);
    const { link, save, waiting, yours } = words[language];
    const form = await (await PlainPage.open(client, "/schedule")).follow(link);
    const saved = await form.press(save, { parts: "evening" });
    expect(saved.heading).toBe(waiting);
    expect((await (await saved.open("/schedule")).follow(yours)).heading).toBe(waiting);
  },
);
