import { beforeEach, expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const user = await seedUser(app, ["supervisor", "admin"]);

const board = "/supervisordashboard";
let browser: Client;

beforeEach(async () => {
  browser = new Client(url);
  await signInStaff(app, browser, user.id);
});

const notice = async (client: Client, path = board, headers?: Record<string, string>) =>
  /id="toasts"[^>]*>(?:<p[^>]*>([^<]*))?/.exec((await client.get(path, headers)).text)?.[1];

async function visitOf(facts: Partial<Parameters<typeof seedVisit>[1]> = {}) {
  const therapist = await seedTherapist(app);
  const order = await seedOrder(app);
  const start_at = clock.now() + 48 * hour;
  const { id } = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at, ...facts });
  return { order, therapist, id };
}

async function confirmVisit(): Promise<string | null> {
  const { id } = await visitOf();
  const form = { meeting_link: "https://meet.example/room" };
  return (await browser.submit(`/visits/${id}/confirm`, form)).location;
}

test("a notice is shown once, on the page after the form", async () => {
  expect(await confirmVisit()).toBe(board);
  expect(await notice(browser)).toBe("Visit confirmed");
  expect(await notice(browser)).toBeUndefined();
});

test("a static file, a background request, another page, and a redirect don't use up a notice", async () => {
  await confirmVisit();
  expect((await browser.get("/favicon.svg")).status).toBe(200);
  expect(await notice(browser, board, { "x-background": "1" })).toBeUndefined();
  expect((await browser.get("/api/session")).status).toBe(200);
  expect(await notice(browser, "/admin/company")).toBeUndefined();
  expect((await browser.get("/logout")).status).toBe(302);
  expect(await notice(browser)).toBe("Visit confirmed");
});

test("a patient's page doesn't show or use up the notice of a staff page in the same browser", async () => {
  const { order } = await visitOf();
  await signInPatient(app, browser, order.id);
  await confirmVisit();
  for (const path of ["/", "/my-visit"]) {
    const { text } = await browser.get(path);
    expect(text).not.toContain("Visit confirmed");
    expect(text).not.toContain("data-flash");
  }
  expect(await notice(browser)).toBe("Visit confirmed");
});

test("a notice with a changed signature or an unknown key is ignored", async () => {
  await confirmVisit();
  const signed = browser.cookies.get("flash") ?? "";
  const forged = [
    "visit-moved",
    signed.replace(/^./, (first) => (first === "A" ? "B" : "A")),
    `${signed.slice(0, -4)}AAAA`,
    encodeURIComponent(btoa(JSON.stringify({ "__flash_visit-moved__": [] }))),
  ];
  for (const value of forged) {
    browser.cookies.set("flash", value);
    expect([value, await notice(browser)]).toEqual([value, undefined]);
  }
  browser.cookies.set("flash", signed);
  expect(await notice(browser)).toBe("Visit confirmed");
});

test("a notice with counts and an undo is shown with its values, and none are in the URL", async () => {
  const { therapist } = await visitOf();
  const added = await PlainPage.open(browser, `/therapists/${therapist.id}/availability`);
  const shown = await added.press("Generate & Add", {
    fromDate: "2099-03-02",
    toDate: "2099-03-02",
    startTime: "09:00",
    endTime: "10:00",
    interval: "30",
    days: ["1"],
  });
  expect(shown.address).toBe(`/therapists/${therapist.id}/availability`);
  expect(shown.text).toContain("✅ Added: 2 (generated 2, skipped 0, removed 0)");
  expect((await (await shown.press("Undo")).open(shown.address)).text).not.toContain("Undone:");
});

test("the undo in a notice returns to the page that shows it", async () => {
  const { id } = await visitOf({ status: "confirmed", start_at: clock.now() - hour / 3 });
  const filtered = `${board}?db=QHMS`;
  const marked = await browser.submit(`/visits/${id}/no-show`, { reason: "unreachable", back: filtered });
  expect(marked.location).toBe(filtered);
  const undone = await (await PlainPage.open(browser, filtered)).press("Undo");
  expect(undone.address).toBe(filtered);
  expect(undone.text).toContain("Outcome undone. The visit is confirmed again.");
});
