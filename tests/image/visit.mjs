// On a running demo, a patient books a visit and an admin exports a conversation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Books a visit and exports a conversation as PDF. Returns `expectThere`, which checks that the visit still exists. */
export async function visit(url, dataDir) {
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  const patient = demo.patients.find(({ access_code, step }) => access_code && step === 5);
  const admin = demo.staff.find(({ roles }) => roles.includes("admin"));

  const asPatient = openClient(url);
  assert.equal((await asPatient("POST", "/api/validate-code", { code: patient.access_code })).status, 200);
  const [opening] = await (await asPatient("GET", "/api/availability?limit=1")).json();
  const booked = await asPatient("POST", "/api/schedule-appointment", {
    patient_id: patient.patient_id,
    brightree_db: patient.brightree_db,
    therapist: opening.therapist,
    datetime: opening.datetime ?? opening.start,
    sms_consent: true,
  });
  assert.equal(booked.status, 201, await booked.clone().text());
  const { appointment } = await booked.json();

  const asAdmin = openClient(url);
  const { email, password } = admin;
  assert.equal((await asAdmin("POST", "/api/login", { email, password })).status, 200);
  const [thread] = await (await asAdmin("GET", "/api/sms/threads?limit=1")).json();
  const pdf = await asAdmin("GET", `/api/sms/thread/${thread.id}/export.pdf`);
  assert.equal(pdf.headers.get("content-type"), "application/pdf");
  assert.match(await pdf.text(), /^%PDF-/);

  return {
    async expectThere() {
      const timeline = await (await asPatient("GET", "/api/shortlink/timeline")).text();
      assert.ok(timeline.includes(appointment.datetime), timeline);
    },
  };
}

/** An HTTP client that keeps cookies. */
function openClient(url) {
  let cookie = "";
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { origin: url, cookie, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    cookie = [cookie, ...response.headers.getSetCookie().map((one) => one.split(";")[0])]
      .filter(Boolean)
      .join("; ");
    return response;
  };
}
