import { expect, test } from "vitest";
import { addDays, hour, instantOf, localDate } from "~/core/time";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";
const { app, url } = await startServer();
await seedClinic(app);
const supervisor = new Client(url);
await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
const date = addDays(localDate(app.clock.now(), zone), 1);
const board = () => PlainPage.open(supervisor, `/calendars/day-board?day=${date}`);

async function closeDay(therapist: { id: number }) {
  const days = { therapist_id: therapist.id, from_date: date, to_date: date };
  const { id } = await app.db
    .insertInto("slot_batches")
    .values({ ...days, kind: "day-off", created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("days_off")
    .values({ ...days, batch_id: id })
    .execute();
}

/** The text of a folded list, without the spaces between its parts. */
const folded = (html: string, id: string) =>
  new RegExp(`<details[^>]* id="${id}".*?</details>`, "s")
    .exec(html)?.[0]
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("therapists who are out are folded, unless they still have visits to reassign", async () => {
  const busy = await seedTherapist(app, { name: "Bea Booked" });
  const out = await seedTherapist(app, { name: "Olga Out" });
  await seedTherapist(app, { name: "Ned Nothing" });
  await aVisit(app, busy, (instantOf(date, "12:00", zone) ?? 0) + hour, { local_date: date });
  await closeDay(busy);
  await closeDay(out);
  const { text: html } = await supervisor.get(`/calendars/day-board?day=${date}`);
  expect(folded(html, "out")).toBe("Out: 1 therapist Olga Out NC Reopen");
  expect(folded(html, "folded")).toContain("Ned Nothing");
  expect(folded(html, "folded")).not.toContain("Olga Out");
  expect(html).toContain('aria-label="Bea Booked" data-therapist=');
  expect(html).not.toContain('aria-label="Olga Out" data-therapist=');
  const page = await board();
  const reopened = await page.follow("Reopen the day: Olga Out");
  expect(reopened.text).toContain("Olga Out");
});
