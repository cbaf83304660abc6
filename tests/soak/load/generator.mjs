// Generates the load in a separate process. Users arrive on schedule even if the server is slow (an open loop), and each
// response is timed from when its request was due.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { responses } from "./browser.mjs";
import { patient, supervisor, therapist, writer } from "./people.mjs";

process.once("message", async ({ minutes, patients, therapists, supervisors, writers }) => {
  const lag = monitorEventLoopDelay();
  lag.enable();
  const began = performance.now();
  const end = began + minutes * 60_000;
  const gap = (minutes * 60_000) / patients.length;
  const staff = [
    ...therapists.map((person) => therapist(person, began, end)),
    ...supervisors.map((person) => supervisor(person, began, end)),
    ...writers.map((person) => writer(person, began, end)),
  ];
  // Patients arrive independently, so the gaps between them are random.
  let due = began;
  const visits = [];
  for (const person of patients) {
    due += -Math.log(1 - Math.random()) * gap;
    if (due < end - 25_000) visits.push(patient(person, due, end));
  }
  const failed = [];
  const all = [...staff, ...visits].map((work) => work.catch((error) => failed.push(String(error?.stack))));
  // Abandons requests that have no response a minute after the end.
  await Promise.race([Promise.all(all), sleep(end - began + 60_000)]);
  process.send(
    {
      began,
      end,
      visits: visits.length,
      failed,
      lag: lag.percentile(99) / 1e6,
      responses: responses.map(({ kind, due: at, took, wrong }) => ({ kind, at: at - began, took, wrong })),
    },
    () => process.exit(0),
  );
});
