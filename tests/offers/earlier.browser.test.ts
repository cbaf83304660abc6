import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, openBrowser } from "../support/browser";
import { offersOf, seedOffers } from "../support/offers";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const small = { width: 320, height: 640 };
const words = {
  en: { take: "Take this time", taken: "You're booked for the earlier time" },
  es: { take: "Aceptar esta hora", taken: "Su cita cambió a la nueva hora" },
};

test.each(["en", "es"] as const)(
  "a patient accepts an earlier time from the message on a small phone in the language %s",
  async (language) => {
    await app.db.deleteFrom("earlier_wishes").execute();
    const { seedWaiting, free } = await seedOffers({ ...app, clock });
    await seedWaiting({ language, patient_name: "Avery, Ruth" });
    await free();
    clock.advance(minute);
    await runWaves(app);
    const code = (await offersOf({ ...app, clock })).at(-1)?.code;
    const visitor = await openBrowser(url, { size: small });
    const { page } = visitor;
    await page.goto(`${url}/offer/${code}`);
    await expectAccessible(visitor, "an open offer");
    await page.getByRole("button", { name: words[language].take }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(words[language].taken);
    await expectAccessible(visitor, "an accepted offer");
    expectNoProblems(visitor);
  },
);
