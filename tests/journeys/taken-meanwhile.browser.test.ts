import { describe, expect, test } from "vitest";
import { expectAccessible, expectCalm, visit } from "../support/browser";
import { Client } from "../support/client";
import { seedOrder, signInPatient } from "../support/seed";
import { type Clinic, openClinic } from "./clinic";

/** Somebody else books, as fast as the API allows. */
async function bookAhead({ app, url, therapist }: Clinic, datetime: string): Promise<void> {
  const order = await seedOrder(app);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const reply = await client.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime,
    sms_consent: true,
  });
  expect(reply.status).toBe(201);
}

describe.each([true, false])("with JavaScript: %s", (javaScript) => {
  test("who loses a time sees three others in place, and books one of them with what was ticked", async () => {
    const clinic = await openClinic();
    const order = await seedOrder(clinic.app);
    const person = await visit(clinic.url, { javaScript });
    const token = await signInPatient(clinic.app, new Client(clinic.url), order.id);
    await person.context.addCookies([{ name: "firstnight-patient", value: token, url: clinic.url }]);
    const { page } = person;
    await page.goto("/schedule");
    const wanted = page.locator(".slots a[data-at]").nth(3);
    const datetime = (await wanted.getAttribute("data-at")) ?? "";
    await wanted.click();
    const question = page.getByRole("dialog");
    const consent = question.getByLabel("I agree to SMS updates (data rates may apply).");
    await consent.check();
    await bookAhead(clinic, datetime);
    await question.getByRole("button", { name: "Confirm" }).click();
    await question.getByText("That time was just taken. Please choose another.").waitFor();
    const others = question.getByRole("button", { name: /^Book / });
    expect(await others.count()).toBe(3);
    expect(await consent.isChecked()).toBe(true);
    await expectAccessible(person, "question about a time that was taken");
    await others.first().click();
    await page.getByText("Appointment submitted successfully!").waitFor();
    const visits = await clinic.app.db
      .selectFrom("visits")
      .selectAll()
      .where("order_id", "=", order.id)
      .execute();
    expect(visits).toHaveLength(1);
    expect(visits[0]?.start_at).not.toBe(Date.parse(datetime));
    expectCalm(person);
  }, 300_000);
});
