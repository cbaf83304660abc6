import { beforeAll, expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let visit: Awaited<ReturnType<typeof seedVisit>>;

beforeAll(async () => {
  server = await startServer();
  const { app } = server;
  const { therapist, order } = await seedClinic(app);
  visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + hour,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/room",
  });
  await app.db.updateTable("orders").set({ step: 7 }).where("id", "=", order.id).execute();
});

/** The texts of My visit and Track at a time. */
async function pagesAt(at: number): Promise<string[]> {
  server.clock.set(at);
  const client = new Client(server.url);
  await signInPatient(server.app, client, visit.order_id);
  const pages = ["/my-visit", "/track"].map((path) => PlainPage.open(client, path));
  return (await Promise.all(pages)).map(({ text }) => text);
}

test("before the visit, the pages say what comes next", async () => {
  const [mine, track] = await pagesAt(visit.start_at - 30 * minute);
  expect(mine).toContain("To change or cancel it, call");
  expect(mine).not.toContain("If you can't make it or missed it");
  expect(track).toContain("Next, you meet your therapist.");
});

test("during the visit, a patient who can't join sees whom to call", async () => {
  const [mine, track] = await pagesAt(visit.start_at + 5 * minute);
  expect(mine).toContain("Your visit has started. You can join now.");
  expect(mine).toMatch(/If you can't make it or missed it, call Company \d+ at/);
  expect(track).toContain("Your visit has started. To join, open your visit below.");
  expect(track).not.toContain("Next, you meet your therapist.");
});

test("after the end, no page announces the visit", async () => {
  const [mine, track] = await pagesAt(visit.end_at + 10 * minute);
  expect(mine).toContain("The time of your visit is over. If your therapist is still there, you can join.");
  expect(track).toMatch(/Your visit time has passed\. .* call Company \d+ at/);
  expect(track).not.toContain("Next, you meet your therapist.");
});
