// A clinic's day over HTTP on a running demo: a patient books, an admin prints.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Books for a patient and prints a conversation; returns a later check that the visit still exists. */
export async function visit(url, dataDir) {
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  const patient = demo.patients.find(({ access_code, step }) => access_code && step === 5);
  const admin = demo.staff.find(({ roles }) => roles.includes("admin"));

  const asPatient = visitor(url);
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

  const asAdmin = visitor(url);
  const { email, password } = admin;
  assert.equal((await asAdmin("POST", "/api/login", { email, password })).status, 200);
  const [thread] = await (await asAdmin("GET", "/api/sms/threads?limit=1")).json();
  const printed = await asAdmin("GET", `/api/sms/thread/${thread.id}/export.pdf`);
  assert.equal(printed.headers.get("content-type"), "application/pdf");
  assert.match(await printed.text(), /^%PDF-/);

  return {
    async expectThere() {
      const timeline = await (await asPatient("GET", "/api/shortlink/timeline")).text();
      assert.ok(timeline.includes(appointment.datetime), timeline);
    },
  };
}

/** An HTTP client that keeps cookies. */
function visitor(url) {
  let cookie = "";
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { origin: url, cookie, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    cookie = [cookie, ...answer.headers.getSetCookie().map((one) => one.split(";")[0])]
      .filter(Boolean)
      .join("; ");
    return answer;
  };
}
