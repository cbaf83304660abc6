import { expect, test } from "vitest";
import { addDays, localDate } from "~/core/time";
import { cases } from "../support/cases";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock } = server;
const { database } = await seedClinic(app);
const supervisor = await staffClient(server, "supervisor");
await app.db.updateTable("companies").set({ first_nights: 1 }).execute();

const patients = cases(334, 1112);
const nights = 90;
const rows = (patients * nights).toLocaleString("en");
const firstId = 500_001;
const first = addDays(localDate(clock.now(), "UTC"), -nights - 1);

async function seedPatients() {
  const created_at = clock.now();
  for (let index = 0; index < patients; index++) {
    const { id } = await seedOrder(app, { brightree_db: database, patient_id: firstId + index });
    await app.db
      .insertInto("first_nights")
      .values({ order_id: id, started_on: first, zone: "America/New_York", created_at })
      .execute();
  }
}

function* lines() {
  yield "Patient ID,Date,Minutes,Serial Number";
  for (let patient = 0; patient < patients; patient++) {
    for (let night = 0; night < nights; night++) {
      yield `${firstId + patient},${addDays(first, night)},${(patient * 7 + night * 13) % 600},S${patient}`;
    }
  }
}

test("a large file is checked and saved, and other pages are shown in the meantime", async () => {
  await seedPatients();
  const content = [...lines()].join("\n");
  const pages = askForPages();
  const uploaded = await supervisor.upload("/nights/import", "large.csv", content);
  const page = await PlainPage.open(supervisor, uploaded.location ?? "");
  expect(page.text).toContain(
    `${rows} nights of ${patients.toLocaleString("en")} patients can be saved, and no row has a problem.`,
  );
  const saved = await page.press(`Save ${rows} nights`);
  expect(saved.text).toContain(`${rows} new nights, 0 changed, 0 unchanged.`);
  const shown = await pages.stop();
  const { count } = await app.reads
    .selectFrom("nights")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(patients * nights);
  // Without yields, only a page before and one after each step would be shown.
  expect(shown).toBeGreaterThan(cases(8, 20));
});

/** Asks for another page all the time. */
function askForPages() {
  let shown = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      expect((await supervisor.get("/account")).status).toBe(200);
      shown += 1;
    }
  })();
  return {
    /** @returns the number of pages that were shown */
    async stop() {
      isOver = true;
      await asking;
      return shown;
    },
  };
}
