// Bookings a second, each safe on the disk, beside the bare transaction.
import { copyFileSync } from "node:fs";
import autocannon from "autocannon";
import { cookieOf, idsOf, openClinic, timesFor } from "./clinic.mjs";
import { cpuOf } from "./process.mjs";
import { bookingCost } from "./reference/bare-sql.mjs";
import { ratioAtLeast, shown } from "./rows.mjs";

const connections = 10;

export async function measure() {
  const clinic = await openClinic({ DEMO_SCALE: "large" });
  // Steps up to the link sent: nobody here has a visit yet.
  const patients = clinic.demo.patients.filter(({ step }) => step <= 5).slice(0, 800);
  const { orders, therapist } = idsOf(clinic.file, patients);
  const cookies = [];
  for (const patient of patients) cookies.push(await cookieOf(clinic.url, patient));
  const openings = await (
    await fetch(`${clinic.url}/api/availability`, { headers: { cookie: cookies[0] } })
  ).json();
  const times = timesFor(patients.length, openings);
  const bookings = patients.slice(0, times.length).map((patient, index) => ({
    method: "POST",
    path: "/api/schedule-appointment",
    headers: { "content-type": "application/json", origin: clinic.url, cookie: cookies[index] },
    body: JSON.stringify({
      patient_id: patient.patient_id,
      brightree_db: patient.brightree_db,
      ...times[index],
      sms_consent: true,
    }),
  }));
  copyFileSync(clinic.file, `${clinic.file}.copy`);
  // Each connection draws one booking ahead of its first request, and never sends that one.
  const amount = bookings.length - connections;
  const requests = [{ setupRequest: (asked) => ({ ...asked, ...bookings.shift() }) }];
  const before = cpuOf(clinic.pid);
  const result = await autocannon({ url: clinic.url, connections, requests, amount });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} bookings went wrong.`);
  const cpu = (cpuOf(clinic.pid) - before) / amount;
  await clinic.stop();
  const bare = bookingCost(`${clinic.file}.copy`, orders, therapist);
  clinic.clear();
  return [
    ratioAtLeast(0.5, "bookings", "1/s", amount / result.duration, 1 / bare),
    shown("a booking, processor time", "ms", cpu),
  ];
}
