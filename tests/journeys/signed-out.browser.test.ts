import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { desktop, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { openConversation, say } from "../support/http-actions";
import { monday } from "../support/scratch";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

// The outbox stands for the providers.
const { app, url } = await startServer({}, undefined, { demo: true });
const user = await seedUser(app, ["supervisor", "therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const order = await seedOrder(app);
const booked = await seedVisit(app, {
  order_id: order.id,
  therapist_id: therapist.id,
  start_at: Math.floor(monday / day) * day + day + 15 * hour,
});
const { page, context } = await openBrowser(url, { size: desktop });
const sheet = page.getByRole("dialog");

async function signIn(): Promise<void> {
  const value = await signInStaff(app, new Client(url), user.id);
  await context.addCookies([{ name: "firstnight", value, url }]);
}

/** Ends the session, submits a form, signs in again in another tab, and submits the saved form. */
async function submitSignedOut(submit: () => Promise<unknown>): Promise<void> {
  await app.db.deleteFrom("sessions").where("user_id", "=", user.id).execute();
  await submit();
  await page.getByText("You've been signed out").waitFor();
  await signIn();
  await page.getByRole("button", { name: "Submit again" }).click();
}

test("if the session ends while a visit form is open, the form is saved and confirms the visit after sign-in", async () => {
  await signIn();
  await page.goto("/therapist");
  await page.locator(`#calendar [data-visit="${booked.id}"]`).click();
  await sheet.getByRole("link", { name: "Confirm Appt" }).click();
  await sheet.getByLabel("Meeting link").fill("https://meet.example/typed");
  await submitSignedOut(() => sheet.getByRole("button", { name: /^Confirm visit on/ }).click());
  await page.waitForURL(/\/therapist/);
  const { status, meeting_link } = await app.db
    .selectFrom("visits")
    .selectAll()
    .where("id", "=", booked.id)
    .executeTakeFirstOrThrow();
  expect([status, meeting_link]).toEqual(["confirmed", "https://meet.example/typed"]);
});

test("after the session ends, an availability form and the clicked button are saved", async () => {
  await signIn();
  await page.goto("/therapist");
  await page.getByRole("heading", { name: "Availability", exact: true }).click();
  await page.getByLabel("Date From").fill("2026-06-08");
  await page.getByLabel("Date To").fill("2026-06-08");
  await submitSignedOut(() => page.getByRole("button", { name: "Generate & Add" }).click());
  await page.getByText(/^✅ Added: 36/).waitFor();

  // A server error is shown on the same page, and nothing is sent twice.
  const fault = { status: 500, contentType: "text/html", body: "<body><h1>Something went wrong</h1></body>" };
  let sent = 0;
  await page.route("**/availability", (route) => {
    sent += 1;
    return route.fulfill(fault);
  });
  await page.getByRole("button", { name: "Remove in Range" }).click();
  await page.getByText("❌ That didn't work. Please try again.").waitFor();
  expect(sent).toBe(1);
  await page.unroute("**/availability");
});

test("if the page stays open after a form was sent plainly, the next button is sent alone", async () => {
  await signIn();
  await page.goto("/therapist");
  await page.getByRole("heading", { name: "Availability", exact: true }).click();
  const acts: string[][] = [];
  await page.route("**/availability", (route) => {
    const request = route.request();
    acts.push(new URLSearchParams(request.postData() ?? "").getAll("act"));
    return route.fulfill({
      status: request.isNavigationRequest() ? 204 : 401,
      contentType: "text/html",
      body: "",
    });
  });
  await page.getByRole("button", { name: "Remove in Range" }).click();
  await expect.poll(() => acts, { timeout: 15_000 }).toEqual([["remove"], ["remove"]]);
  await page.getByRole("button", { name: "Generate & Add" }).click();
  await expect.poll(() => acts, { timeout: 15_000 }).toEqual([["remove"], ["remove"], ["add"], ["add"]]);
  await page.unroute("**/availability");
});

test("after the session ends, a therapist profile and a manually added code are saved", async () => {
  await signIn();
  await page.goto("/calendars?tab=capacity");
  await page.locator(`main a[href="/therapists/${therapist.id}"]`).first().click();
  await sheet.getByLabel("Review link").fill("https://review.example/typed");
  await submitSignedOut(() => sheet.getByRole("button", { name: "Save" }).click());
  await expect
    .poll(() =>
      app.db
        .selectFrom("therapists")
        .select("review_link")
        .where("id", "=", therapist.id)
        .executeTakeFirstOrThrow(),
    )
    .toEqual({ review_link: "https://review.example/typed" });

  await page.goto("/supervisordashboard");
  await page.getByRole("link", { name: /Pending Codes/ }).click();
  await sheet.getByRole("link", { name: "Manual Add" }).click();
  await sheet.getByLabel("Patient Email").fill("typed@mail.example");
  await sheet.getByLabel("Patient ID").fill(String(order.patient_id));
  await sheet.getByLabel("Sales Order #").fill(String(order.sales_order_no));
  await sheet.getByLabel("Brightree DB").selectOption(order.brightree_db);
  await submitSignedOut(() => sheet.getByRole("button", { name: "Submit" }).click());
  await page.getByText("✅ Code sent via Email!").waitFor();
});

test("after the session ends, notes, a text, and a new conversation are restored and not shown as saved", async () => {
  await say(app, "+19195550188", "Hello");
  const { id } = await openConversation(app, "+19195550188");
  await signIn();
  await page.goto(`/messages/${id}`);
  await page.getByLabel("Shared Notes").fill("Calls back at 5");
  await submitSignedOut(() => page.getByRole("button", { name: "Save", exact: true }).click());
  await page.waitForURL(/\/messages\//);
  expect((await openConversation(app, "+19195550188")).notes).toBe("Calls back at 5");

  await page.getByPlaceholder("Reply…").fill("See you at nine");
  await submitSignedOut(() => page.keyboard.press("Enter"));
  await page.locator("#bubbles").getByText("See you at nine").waitFor();

  await page.getByRole("button", { name: "New", exact: true }).click();
  await sheet.getByLabel("Patient mobile").fill("9195550189");
  await sheet.getByLabel("First message").fill("Hello from the clinic");
  await submitSignedOut(() => sheet.getByRole("button", { name: "Send" }).click());
  await page.locator("#bubbles").getByText("Hello from the clinic").waitFor();
});
