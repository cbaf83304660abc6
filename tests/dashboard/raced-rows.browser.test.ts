import { afterEach, expect, test } from "vitest";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer({ RACE_ENDPOINTS: "on" });
await seedDatabase(app);
const visitor = await openBrowser(url, { size: desktop });
const { page } = visitor;
const admin = await seedUser(app, ["admin", "supervisor"]);
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), admin.id), url },
]);
afterEach(() => expectNoProblems(visitor));

const cells = (row: number) => page.locator("#list tbody tr").nth(row).locator("td").allInnerTexts();
const refresh = () => page.getByRole("link", { name: "Refresh" }).click();

test("Refresh shows the rows from the fastest endpoint, even with different field names", async () => {
  const rows = [
    {
      pid: 4711,
      appt_date: "2026-05-12",
      time: "9:00 AM",
      therapistName: "Ana",
      db: "QHMS",
      status: "Confirmed",
    },
    {
      patient_id: 4712,
      datetime: "2026-05-13T14:30:00Z",
      therapist: "Ben",
      type: "Setup",
      status: "on <b>hold</b>",
    },
  ];
  await page.goto("/appointments");
  await page.route(/\/api\/(supervisor\/|calendar\/)?appointments/, (route) =>
    route.request().url().includes("supervisor")
      ? route.fulfill({ json: rows })
      : route.fulfill({ status: 404, json: {} }),
  );
  await refresh();
  await page.getByText("From /api/supervisor/appointments").waitFor();
  expect(await cells(0)).toEqual(["2026-05-12", "9:00 AM", "Ana", "QHMS", "4711", "", "Confirmed"]);
  expect(await cells(1)).toEqual(["2026-05-13", "14:30", "Ben", "", "4712", "Setup", "on <b>hold</b>"]);
  const badges = page.locator("#list .status");
  expect(await badges.nth(0).getAttribute("class")).toBe("status confirmed");
  expect(await badges.nth(1).getAttribute("class")).toBe("status other");
  await page.unroute(/appointments/);
});

test("if no endpoint responds, the list shows an error, and the next Refresh shows rows again", async () => {
  await page.goto("/users");
  const users = /\/api\/(admin\/|supervisor\/)?users/;
  await page.route(users, (route) => route.fulfill({ status: 404, json: {} }));
  await refresh();
  await page.getByText("No users endpoint available.").waitFor();
  await page.unroute(users);
  await page.route(users, (route) => route.fulfill({ json: [{ name: "Ana", email: "ana@example.org" }] }));
  await refresh();
  await page.locator("#list tbody tr").waitFor();
  expect(await cells(0)).toEqual(["Ana", "ana@example.org", "", "", "", ""]);
  await page.unroute(users);
  await page.route(users, (route) => route.fulfill({ json: [] }));
  await refresh();
  await page.getByText("No users found from available endpoints.").waitFor();
});
