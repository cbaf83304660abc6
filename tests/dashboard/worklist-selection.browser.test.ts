import { afterEach, expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { seedClinic, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const clinic = await seedClinic(app);
for (let index = 0; index < 60; index++) {
  const therapist = index % 20 === 0 ? await seedTherapist(app) : clinic.therapist;
  await aVisit(app, therapist, app.clock.now() + day + index * hour * 0.75 + minute);
}
const supervisor = await seedUser(app, ["supervisor"]);
const token = () => signInStaff(app, new Client(url), supervisor.id);
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([{ name: "firstnight", value: await token(), url }]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const form = page.locator("form").filter({ has: page.getByRole("table", { name: "Needs Confirmation" }) });
const count = form.getByRole("status");

test("the checkbox in the table header selects the page's visits, and the bar shows how many", async () => {
  await page.goto("/calendars?tab=worklist");
  await expect.poll(() => count.innerText()).toBe("0 visits selected");
  await form.getByLabel("Select all on this page").check();
  await expect.poll(() => count.innerText()).toBe("50 visits selected");
  await form.locator("tbody").getByRole("checkbox").nth(3).uncheck();
  await expect.poll(() => count.innerText()).toBe("49 visits selected");
  const all = form.getByLabel("Select all on this page");
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
});

test("a table keeps its selection and checkbox when another script updates it", async () => {
  await page.goto("/calendars?tab=worklist");
  await form.locator("tbody").getByRole("checkbox").nth(2).check();
  await form.evaluate((element) => {
    element.querySelector("[data-pick-all]")?.setAttribute("hidden", "");
    element.querySelector("[data-pick-link]")?.removeAttribute("hidden");
    element.querySelector("[data-selection]")?.setAttribute("data-selection", "none");
    const text = element.querySelector("[data-count]")?.firstChild;
    if (text) text.nodeValue = "0 visits selected";
  });
  await expect.poll(() => count.innerText()).toBe("1 visit selected");
  expect(await form.getByLabel("Select all on this page").isVisible()).toBe(true);
  expect(await form.getByRole("link", { name: "Select all", exact: true }).isVisible()).toBe(false);
  expect(await form.locator("[data-selection]").getAttribute("data-selection")).toBe("some");
});

test("all results can be selected except for one visit on the page", async () => {
  await page.goto("/calendars?tab=worklist");
  await form.getByRole("link", { name: "Select all 60 results" }).click();
  await expect.poll(() => count.innerText()).toBe("60 visits selected");
  await form.locator("tbody").getByRole("checkbox").first().uncheck();
  await expect.poll(() => count.innerText()).toBe("59 visits selected");
  await form.getByRole("button", { name: "Cancel visits" }).click();
  await page.getByRole("button", { name: "Cancel 59 visits" }).waitFor();
});

test("the selection bar stays in view while visits in its table are selected", async () => {
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto("/calendars?tab=worklist");
  const button = form.getByRole("button", { name: "Confirm", exact: true });
  const isInView = () => button.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight);
  expect(await count.innerText()).toBe("0 visits selected");
  expect(await button.isVisible()).toBe(false);
  await form.locator("tbody").getByRole("checkbox").nth(1).check();
  await expect.poll(isInView).toBe(true);
  await form.locator("tbody tr").nth(30).scrollIntoViewIfNeeded();
  expect(await isInView()).toBe(true);
});

test("without JavaScript, a link selects the page's visits", async () => {
  const plain = await openBrowser(url, { size: desktop, javaScript: false });
  await plain.context.addCookies([{ name: "firstnight", value: await token(), url }]);
  await plain.page.goto("/calendars?tab=worklist");
  await plain.page.getByRole("link", { name: "Select all", exact: true }).first().click();
  expect(await plain.page.locator('tbody input[type="checkbox"]:checked').count()).toBe(50);
  await plain.page.getByRole("button", { name: "Reassign" }).first().click();
  expect(await plain.page.getByRole("heading", { level: 1 }).innerText()).toBe("Reassign visits");
  expect(await plain.page.locator(".proposals > li").count()).toBe(50);
  await expectNoProblems(plain);
});

test.each([
  ["absence", `/therapists/${clinic.therapist.id}/out?date=2026-03-03`],
  ["worklist", "/calendars?tab=worklist"],
])("the %s page fits on a phone at 200% text size", async (_, path) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  const main = page.locator("#main");
  const overflow = await main.evaluate((element) => {
    document.documentElement.style.fontSize = "200%";
    return element.scrollWidth - element.clientWidth;
  });
  expect(overflow).toBe(0);
});
