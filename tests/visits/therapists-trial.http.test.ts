import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
await seedDatabase(app, "QHMS");

async function aTherapist() {
  clock.set(monday);
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id });
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const book = async (after: number) =>
    seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: therapist.id,
      start_at: monday + after,
      status: "confirmed",
      confirmed_at: monday - day,
    });
  return { client, book };
}

test("a visit that has started offers no earlier time, and an upcoming one does", async () => {
  const { client, book } = await aTherapist();
  const [started, upcoming] = [await book(-20 * minute), await book(3 * hour)];
  const of = async ({ id }: { id: number }) =>
    (await PlainPage.open(client, `/visits/${id}`)).buttons(/^Mark as urgent/).length;
  expect(await of(upcoming)).toBe(1);
  expect(await of(started)).toBe(0);
});

test("the search for a caller's order has the focus until orders are found", async () => {
  const { client } = await aTherapist();
  const isFocused = async (path: string) =>
    /<input[^>]*name="q"[^>]*autofocus/i.test((await PlainPage.open(client, path)).html);
  expect(await isFocused("/new-appointment")).toBe(true);
  expect(await isFocused("/new-appointment?q=Ellis")).toBe(false);
});
