import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { day } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { scratchFolder } from "../support/scratch";
import { runCommand } from "../support/server";
import { type Clinic, messagesTo, openClinic, signedIn } from "./journey-clinic";

const patient = { id: 51_200, order: "0080417", phone: "+19195550171", email: "ruth.avery@mail.example" };
const csv = [
  "\ufeffbrightree_db,patient_id,sales_order_no,patient_name,dob,phone,email,state,step",
  `QHMS,${patient.id},${patient.order},"Avery, Ruth",1951-03-08,(919) 555-0171,${patient.email},NC,4`,
].join("\r\n");

async function importOrder(clinic: Clinic): Promise<void> {
  const file = join(scratchFolder(), "orders.csv");
  writeFileSync(file, csv);
  const { code, output } = await runCommand(["orders:import", file], { DATA_DIR: clinic.app.config.dataDir });
  expect(output).toContain("1");
  expect(code, output).toBe(0);
}

async function sendCode(clinic: Clinic): Promise<{ code: string; track: string }> {
  const supervisor = await signedIn(clinic.url, clinic.supervisor);
  const reply = await supervisor.post("/api/generate-code", {
    patient_id: patient.id,
    brightree_db: "QHMS",
    sales_order_no: patient.order,
    phone: patient.phone,
    email: patient.email,
  });
  expect(reply.json).toMatchObject({ success: true });
  const bodies = [...(await messagesTo(clinic, patient.phone)), ...(await messagesTo(clinic, patient.email))]
    .map(({ body }) => body)
    .join("\n");
  const code = /\b\d{6}\b/.exec(bodies)?.[0] ?? "";
  const track = /\/track\/[\w-]+/.exec(bodies)?.[0] ?? "";
  expect(code).toMatch(/^\d{6}$/);
  expect(track).not.toBe("");
  return { code, track };
}

async function signInByCode({ page }: Visitor, code: string): Promise<void> {
  await page.locator(":focus").press("1");
  await page.locator(":focus").press("Backspace");
  await page.locator(":focus").press("Backspace");
  await page.keyboard.type(code);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/schedule");
}

test("a patient books on a phone, from the imported order to the confirmed visit", async () => {
  const clinic = await openClinic();
  await importOrder(clinic);
  const { code, track } = await sendCode(clinic);

  const person = await openBrowser(clinic.url);
  const { page } = person;
  await page.goto("/");
  await signInByCode(person, code);
  await page.getByRole("heading", { name: "Schedule Appointment" }).waitFor();

  await page.getByText("Filters", { exact: true }).click();
  await page.getByRole("link", { name: "Afternoon" }).click();
  await expect.poll(() => page.locator(".slots tbody tr").first().innerText()).toMatch(/PM/);
  const thirdDay = page.locator(".days a[data-nav=date]").nth(2);
  await thirdDay.click();
  await page.getByText("Clear Date Filter").waitFor();
  const before = await page.locator(".slots tbody tr").count();
  expect(before).toBe(6);
  await page.locator(".slots a[data-at]").first().click();
  const question = page.getByRole("dialog");
  await question.getByText("Confirm appointment with Hannah Whitfield at").waitFor();
  await expectAccessible(person, "question");
  const confirm = question.getByRole("button", { name: "Confirm" });
  expect(await confirm.isDisabled()).toBe(true);
  await question.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await confirm.click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  await page.waitForURL((address) => address.pathname !== "/schedule");

  const booked = await clinic.app.db.selectFrom("visits").selectAll().execute();
  expect(booked).toHaveLength(1);
  expect(booked[0]).toMatchObject({ status: "submitted", sms_consent: 1 });

  await confirmAsTherapist(clinic);

  await page.goto(track);
  await page.getByText("Scheduled appointment").waitFor();
  await page.getByText(patient.order).first().waitFor();
  expect(await page.getByText("Appointment has not been confirmed by Therapist yet.").count()).toBe(0);

  await moveAndCancel(person, clinic);
  expectNoProblems(person);
});

async function confirmAsTherapist(clinic: Clinic): Promise<void> {
  const therapist = await openBrowser(clinic.url, { size: desktop });
  const { page } = therapist;
  await page.goto("/login?as=staff");
  if ((await page.locator("input[name=email]:visible").count()) === 0) {
    await page.getByText("Staff", { exact: true }).click();
  }
  await page.locator("input[name=email]:visible").fill(clinic.user.email.toUpperCase());
  await page.locator("input[name=password]:visible").fill(clinic.user.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/therapist");
  await page
    .getByRole("link", { name: /^Confirm/ })
    .first()
    .click();
  await page.getByLabel("Meeting link").fill("javascript:alert(1)");
  await page.getByRole("button", { name: /^Confirm/ }).click();
  await page.getByRole("alert").getByText("Enter a web address that starts with https://").waitFor();
  await expectAccessible(therapist, "confirming");
  await page.getByLabel("Meeting link").fill("https://meet.example/setup-room");
  await page.getByRole("button", { name: /^Confirm/ }).click();
  await page.getByText(/^(Visit|Appointment) confirmed/).waitFor();
  const row = await clinic.app.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: "confirmed", meeting_link: "https://meet.example/setup-room" });
  const sent = await messagesTo(clinic, patient.phone);
  expect(sent[0]?.body).toMatch(/Join or change it: \S+\/schedule\/\w{20}\n/);
  expectNoProblems(therapist);
}

/** The patient moves the visit, then cancels it. */
async function moveAndCancel(person: Visitor, { app }: Clinic): Promise<void> {
  const { page } = person;
  await page.goto("/my-visit");
  await page.getByText("Your visit is confirmed").waitFor();
  expect(await page.getByRole("link", { name: "Join video visit" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await page.locator('a[href="https://meet.example/setup-room"]').waitFor();
  const before = await app.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  await page.getByText("Change or cancel", { exact: true }).click();
  await page.getByRole("link", { name: "Change time" }).click();
  await page.getByRole("heading", { name: "Change your visit" }).waitFor();
  await page.locator(".days a[data-nav=date]").last().click();
  await page.getByText("Clear Date Filter").waitFor();
  await page.locator(".slots a[data-at]").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Move my visit" }).click();
  await page.getByText("Your visit time was changed.").waitFor();
  const moved = await app.db.selectFrom("visits").selectAll().execute();
  const active = moved.filter(({ status }) => status !== "cancelled");
  expect(active).toHaveLength(1);
  expect(active[0]?.start_at).toBeGreaterThan(before.start_at + day / 2);

  await page.waitForURL("**/my-visit");
  await page.getByText("Change or cancel", { exact: true }).click();
  await page.getByRole("link", { name: "Cancel visit" }).click();
  await page.getByRole("heading", { name: "Cancel your visit?" }).waitFor();
  await page.getByRole("button", { name: /^Cancel visit on/ }).click();
  await page.getByRole("heading", { name: "Your visit was canceled" }).waitFor();
  const statuses = await app.db.selectFrom("visits").select("status").execute();
  expect(statuses.every(({ status }) => status === "cancelled")).toBe(true);
}
