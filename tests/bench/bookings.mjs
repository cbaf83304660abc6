// Books visits for signed-in demo patients over several connections.
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { cookieOf, timesFor } from "./clinic.mjs";

const connections = 10;

export const pathOf = (nth) => `/api/schedule-appointment?booking=${nth}`;

// Booking notices that haven't been delivered yet.
const undelivered =
  "select 1 from outbox where status in ('queued', 'sending') and not_before <= ? and visit_id is not null";

/**
 * @param count number of bookings to prepare
 * @param hasRow runs a one-parameter statement on the clinic's database; returns whether it found a row
 * @returns `book(nths)`, which makes these bookings and returns the seconds until their notices are delivered
 */
export async function openBookings(clinic, count, hasRow) {
  // Patients up to step 5 have no visit yet.
  const patients = clinic.demo.patients.filter(({ step }) => step <= 5).slice(0, count);
  const cookies = [];
  for (const patient of patients) cookies.push(await cookieOf(clinic.url, patient));
  const found = await fetch(`${clinic.url}/api/availability?limit=20000`, {
    headers: { cookie: cookies[0] },
  });
  const times = timesFor(count, await found.json());
  if (times.length < count || patients.length < count)
    throw new Error("There are too few patients or open times.");
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bookOne = (nth) =>
    new Promise((resolve, reject) => {
      const { patient_id, brightree_db } = patients[nth];
      const headers = { "content-type": "application/json", origin: clinic.url, cookie: cookies[nth] };
      request(clinic.url + pathOf(nth), { method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => {
          if (response.statusCode === 201) resolve();
          else reject(new Error(`A booking returned ${response.statusCode}.`));
        });
      })
        .on("error", reject)
        .end(JSON.stringify({ patient_id, brightree_db, ...times[nth], sms_consent: true }));
    });
  return {
    async book(nths) {
      const began = performance.now();
      await Promise.all(nths.map(bookOne));
      while (await hasRow(undelivered, Date.now())) await sleep(5);
      return (performance.now() - began) / 1000;
    },
    close: () => agent.destroy(),
  };
}
