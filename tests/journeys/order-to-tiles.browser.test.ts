import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { signInStaff } from "../support/seed";
import { type Clinic, messagesTo, openClinic, signedIn } from "./journey-clinic";

const patient = { id: 61_300, order: "0091355", phone: "+19195550133" };
const file = [
  "brightree_db,patient_id,sales_order_no,patient_name,dob,phone,state,step",
  `QHMS,${patient.id},${patient.order},Ruth Avery,1951-03-08,(919) 555-0133,NC,4`,
  "QHMS,61301,,Ben Okafor,1948-11-02,not a phone,NC,4",
].join("\r\n");

async function staffMember(clinic: Clinic, user: { id: number }): Promise<Visitor> {
  const visitor = await openBrowser(clinic.url, { size: desktop });
  const value = await signInStaff(clinic.app, new Client(clinic.url), user.id);
  await visitor.context.addCookies([{ name: "firstnight", value, url: clinic.url }]);
  return visitor;
}

/** Uploads the file as an admin, reviews the errors, and imports the valid orders. */
async function importFile({ page }: Visitor): Promise<void> {
  await page.goto("/admin/import");
  await page.getByLabel("File").setInputFiles({
    name: "orders.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(file),
  });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await page.getByText("1 line has a problem and won't be imported.").waitFor();
  await page.getByText("The sales order number is empty.").waitFor();
  await page.getByRole("button", { name: "Import 1 order" }).click();
  await page.getByText("1 new order, 0 changed, 0 unchanged; 1 line rejected.").waitFor();
}

/** Reads the completed steps and the current step from the tracking page. */
async function stepsOn({ page }: Visitor): Promise<{ done: number; current: string | null }> {
  const current = page.locator(".timeline [aria-current=step] .step");
  return {
    done: await page.locator(".timeline > .done").count(),
    current: (await current.count()) > 0 ? await current.innerText() : null,
  };
}

test("every screen shows an order correctly from the uploaded file to the confirmed visit", async () => {
  const clinic = await openClinic();
  const admin = await staffMember(clinic, clinic.admin);
  const supervisor = await signedIn(clinic.url, clinic.supervisor);
  const standsIn = async (step: number) => {
    const { json } = await supervisor.get("/api/kpi/step-counts?db=QHMS");
    const none = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0 };
    expect(json.counts).toEqual({ ...none, [step]: 1 });
  };

  await importFile(admin);
  await expectAccessible(admin, "import");
  await standsIn(4);
  const [waiting] = (await supervisor.get("/api/kpi/step-orders?step=4&db=QHMS")).json;
  expect(waiting).toMatchObject({ patient_id: patient.id, sales_order_no: patient.order });

  const sent = await supervisor.post("/api/generate-code", {
    patient_id: patient.id,
    brightree_db: "QHMS",
    sales_order_no: patient.order,
    phone: patient.phone,
  });
  expect(sent.json).toMatchObject({ success: true });
  await standsIn(5);
  const [text] = await messagesTo(clinic, patient.phone);
  const track = /\/track\/[\w-]+/.exec(text?.body ?? "")?.[0] ?? "";
  const code = /code (\d{6})/.exec(text?.body ?? "")?.[1] ?? "";

  // The tracking page stays open on the patient's phone until the end of the test.
  const tracking = await openBrowser(clinic.url);
  await tracking.page.goto(track);
  await tracking.page.getByRole("heading", { name: "Waiting on: you" }).waitFor();
  expect(await stepsOn(tracking)).toEqual({ done: 5, current: "Setup time submitted" });

  const person = await openBrowser(clinic.url);
  await person.page.goto("/");
  await person.page.locator(":focus").press("1");
  await person.page.locator(":focus").press("Backspace");
  await person.page.locator(":focus").press("Backspace");
  await person.page.keyboard.type(code);
  await person.page.getByRole("button", { name: "Login", exact: true }).click();
  await person.page.waitForURL("**/schedule");
  await person.page.locator(".slots a[data-at]").last().click();
  const question = person.page.getByRole("dialog");
  await question.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await question.getByRole("button", { name: "Confirm" }).click();
  await person.page.getByText("Appointment submitted successfully!").waitFor();
  await standsIn(6);

  await tracking.page.getByRole("link", { name: "Refresh" }).click();
  await tracking.page.getByRole("heading", { name: / (confirms by |will confirm it\.$)/ }).waitFor();
  expect(await stepsOn(tracking)).toEqual({ done: 6, current: "Setup scheduled" });
  await tracking.page.getByText("Appointment has not been confirmed by Therapist yet.").waitFor();

  const { id } = await clinic.app.reads.selectFrom("visits").select("id").executeTakeFirstOrThrow();
  const therapist = await staffMember(clinic, clinic.user);
  await therapist.page.goto(`/visits/${id}/confirm`);
  await therapist.page.getByLabel("Meeting link").fill("https://meet.example/setup-room");
  await therapist.page.getByRole("button", { name: /^Confirm/ }).click();
  await expect
    .poll(
      async () => (await clinic.app.reads.selectFrom("visits").select("status").executeTakeFirst())?.status,
    )
    .toBe("confirmed");
  await standsIn(7);

  await tracking.page.getByRole("link", { name: "Refresh" }).click();
  await tracking.page.getByText("Scheduled appointment").waitFor();
  expect(await stepsOn(tracking)).toEqual({ done: 7, current: null });
  expect(await tracking.page.getByText("Waiting on:").count()).toBe(0);
  for (const visitor of [admin, tracking, person, therapist]) expectNoProblems(visitor);
}, 120_000);
