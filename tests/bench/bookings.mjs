// Signed-in patients of the demo who book over several connections.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { cookieOf, timesFor } from "./clinic.mjs";

const connections = 10;

export const pathOf = (nth) => `/api/schedule-appointment?booking=${nth}`;

// Notices of bookings that are being delivered.
const underWay =
  "select 1 from outbox where status in ('queued', 'sending') and not_before <= ? and visit_id is not null";

/**
 * @param count how many bookings there will be
 * @param ask runs a statement with one value on the clinic's database; returns whether there is a row
 * @returns makes the nth bookings and returns how many seconds they took, with delivery
 */
export async function openBookings(clinic, count, ask) {
  // Patients up to step 5 have no visit yet.
  const patients = clinic.demo.patients.filter(({ step }) => step <= 5).slice(0, count);
  const cookies = [];
  for (const patient of patients) cookies.push(await cookieOf(clinic.url, patient));
  const found = await fetch(`${clinic.url}/api/availability?limit=20000`, {
    headers: { cookie: cookies[0] },
  });
  const times = timesFor(count, await found.json());
  if (times.length < count || patients.length < count) throw new Error("There are too few times to book.");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bookOne = (nth) =>
    new Promise((resolve, reject) => {
      const { patient_id, brightree_db } = patients[nth];
      const headers = { "content-type": "application/json", origin: clinic.url, cookie: cookies[nth] };
      request(clinic.url + pathOf(nth), { method: "POST", agent, headers }, (answer) => {
        answer.resume().on("end", () => {
          if (answer.statusCode === 201) resolve();
          else reject(new Error(`A booking was answered by ${answer.statusCode}.`));
        });
      })
        .on("error", reject)
        .end(JSON.stringify({ patient_id, brightree_db, ...times[nth], sms_consent: true }));
    });
  return {
    async book(nths) {
      const began = performance.now();
      await Promise.all(nths.map(bookOne));
      while (await ask(underWay, Date.now())) await sleep(5);
      return (performance.now() - began) / 1000;
    },
    close: () => agent.destroy(),
  };
}
