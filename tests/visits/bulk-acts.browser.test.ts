import { afterEach, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { seedClinic, seedSlots, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist: withoutLink } = await seedClinic(app);
const owner = await seedUser(app, ["therapist"]);
const withLink = await seedTherapist(app, {
  name: "Hannah Whitfield",
  zoom_link: "https://meet.example/hannah",
  user_id: owner.id,
});
const colleague = await seedTherapist(app, { name: "Dana Reyes" });
const supervisor = await seedUser(app, ["supervisor"]);
const now = app.clock.now();
const soon = Math.ceil(now / hour) * hour + 12 * hour;

const visitor = await openBrowser(url, { size: desktop });
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

async function signIn({ context }: Visitor, userId: number): Promise<void> {
  const value = await signInStaff(app, new Client(url), userId);
  await context.addCookies([{ name: "firstnight", value, url }]);
}
await signIn(visitor, supervisor.id);

let hours = 0;
const upcoming = (therapist: { id: number }) => aVisit(app, therapist, soon + hour * hours++);
const ended = (therapist: { id: number }) =>
  aVisit(app, therapist, now - 3 * day + hour * hours++, {
    status: "confirmed",
    confirmed_at: now - 5 * day,
  });

async function visitOf({ id }: { id: number }) {
  return app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Selects the visits in the worklist and clicks an action there. */
async function choose(visits: { id: number }[], action: string): Promise<void> {
  await page.goto("/calendars?tab=worklist");
  const list = page.locator("form", { has: page.locator(`input[name=visit][value="${visits[0]?.id}"]`) });
  for (const { id } of visits) await list.locator(`input[name=visit][value="${id}"]`).first().check();
  await list.getByText(`${visits.length} ${visits.length === 1 ? "visit" : "visits"} selected`).waitFor();
  await list.getByRole("button", { name: action, exact: true }).click();
  await page.waitForURL(/\/visits\/bulk\?/);
}

const press = (button: string) => page.getByRole("button", { name: button, exact: true }).click();
const expectResult = (text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor();

test("selected visits are confirmed with the links on file when none is missing", async () => {
  const visits = [await upcoming(withLink), await upcoming(withLink)];
  await choose(visits, "Confirm");
  expect(await page.getByLabel("Meeting link").count()).toBe(0);
  await press("Confirm 2 visits");
  await expectResult("2 confirmed.");
  for (const visit of visits) {
    expect(await visitOf(visit)).toMatchObject({
      status: "confirmed",
      meeting_link: "https://meet.example/hannah",
    });
  }
});

test("selected visits are confirmed with an entered link only where none is on file", async () => {
  const [known, missing] = [await upcoming(withLink), await upcoming(withoutLink)];
  await choose([known, missing], "Confirm");
  const link = page.getByLabel(`Meeting link for ${withoutLink.name}`);
  await link.fill("https://two words.example");
  await page.locator("form", { has: link }).evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await press("Confirm 2 visits");
  await page.getByText("Enter a web address without spaces.").first().waitFor();
  await link.fill("https://meet.example/entered");
  await press("Confirm 2 visits");
  await expectResult("2 confirmed.");
  expect((await visitOf(known)).meeting_link).toBe("https://meet.example/hannah");
  expect((await visitOf(missing)).meeting_link).toBe("https://meet.example/entered");
});

test("without an entered link, the visits that have one are confirmed and the others are named", async () => {
  const [known, missing] = [await upcoming(withLink), await upcoming(withoutLink)];
  await choose([known, missing], "Confirm");
  await press("Confirm 2 visits");
  await expectResult("1 confirmed, 1 couldn't be confirmed.");
  await page.getByText("Meeting link is required.").waitFor();
  expect([(await visitOf(known)).status, (await visitOf(missing)).status]).toEqual([
    "confirmed",
    "submitted",
  ]);
  await page.getByRole("link", { name: "Retry 1 visit" }).click();
  await page.getByLabel(`Meeting link for ${withoutLink.name}`).fill("https://meet.example/later");
  await press("Confirm 1 visit");
  await expectResult("1 confirmed.");
});

test("selected visits are reassigned", async () => {
  const visit = await upcoming(withLink);
  await seedSlots(app, colleague, [visit.start_at]);
  await choose([visit], "Reassign");
  await page.getByLabel("Suggest").selectOption({ label: `${colleague.name} (${colleague.region})` });
  await press("Show suggestions");
  await press("Reassign 1 visit");
  await expectResult("1 reassigned.");
  expect((await visitOf(visit)).therapist_id).toBe(colleague.id);
});

test("selected visits are canceled, with and without a reason", async () => {
  for (const reason of ["", "patient_request"]) {
    const visits = [await upcoming(withLink), await upcoming(withoutLink)];
    await choose(visits, "Cancel visits");
    await page.getByLabel("Reason (optional)").selectOption(reason);
    await press("Cancel 2 visits");
    await expectResult("2 canceled.");
    for (const visit of visits) {
      expect(await visitOf(visit)).toMatchObject({ status: "cancelled", cancel_reason: reason || null });
    }
  }
});

test("selected visits that ended are completed or marked as no-shows", async () => {
  const [first, second, third] = [await ended(withLink), await ended(withLink), await ended(withoutLink)];
  await choose([first, second], "Complete selected");
  await press("Complete 2 visits");
  await expectResult("2 completed.");
  await choose([third], "Mark selected as no-shows");
  await press("Mark 1 visit as a no-show");
  await expectResult("1 marked as no-shows.");
  const statuses = (await Promise.all([first, second, third].map(visitOf))).map(({ status }) => status);
  expect(statuses).toEqual(["completed", "completed", "no show"]);
});

test("a therapist records outcomes of several visits", async () => {
  const own = await openBrowser(url, { size: desktop });
  await signIn(own, owner.id);
  for (const [action, button, result, status] of [
    ["Complete selected", "Complete 2 visits", "2 completed.", "completed"],
    ["Mark selected as no-shows", "Mark 2 visits as no-shows", "2 marked as no-shows.", "no show"],
  ] as const) {
    const visits = [await ended(withLink), await ended(withLink)];
    await own.page.goto("/therapist");
    await own.page.locator("#outcomes summary").click();
    for (const { id } of visits) await own.page.locator(`#outcomes input[value="${id}"]`).check();
    await own.page.getByRole("button", { name: action }).click();
    await own.page.getByRole("button", { name: button, exact: true }).click();
    await own.page.getByRole("status").getByText(result, { exact: true }).waitFor();
    for (const visit of visits) expect((await visitOf(visit)).status).toBe(status);
  }
  expectNoProblems(own);
});
