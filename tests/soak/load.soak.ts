import { fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { openClinic } from "../bench/clinic.mjs";
import { loopDelayOf, memoryOf } from "../bench/process.mjs";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { startMailServer } from "../support/mail-server";
import { drip, flood, type ResponseCounts } from "./load/attackers";
import { openStaff } from "./load/crowd";
import { type TimedResponse, tableOf } from "./load/table";

const minutes = Number(process.env.AMOUNT ?? 2);
const perMinute = 200;

interface Report {
  visits: number;
  failed: string[];
  lag: number;
  responses: TimedResponse[];
}

test(`200 staff and ${minutes * perMinute} patients in ${minutes} minutes all get responses during an attack`, async () => {
  const twilio = await startFakeTwilio(() => ({ delay: 80 }));
  const mail = await startMailServer();
  let staff: Awaited<ReturnType<typeof openStaff>> | undefined;
  const { PUBLIC_URL: _, ...texts } = twilio.environment;
  const clinic = await openClinic(
    { DEMO_SCALE: "large", QUIET_HOURS: "off", ...texts, ...mail.environment },
    {
      prepare: async (file: string) => {
        staff = await openStaff(dirname(file));
      },
    },
  );
  atEnd(() => {
    clinic.kill();
    clinic.clear();
  });
  if (!staff) throw new Error("The staff sessions are missing.");
  const { url, pid, demo } = clinic;
  const port = Number(new URL(url).port);
  const depth = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^firstnight_outbox_messages\{state="due"\} (\d+)/m.exec(text)?.[1]);
  };

  const patients = demo.patients
    .filter(({ step }: { step: number }) => step === 4 || step === 5)
    .slice(0, minutes * perMinute)
    .map(({ link_code: link, patient_id, brightree_db }: (typeof demo.patients)[0]) => ({
      url,
      link,
      patient_id,
      brightree_db,
    }));
  const withUrl = <Person>(people: Person[]) => people.map((person) => ({ url, ...person }));
  const generator = fork(join(projectRoot, "tests/soak/load/generator.mjs"));
  atEnd(() => generator.kill());
  const reported = once(generator, "message");
  generator.send({
    minutes,
    patients,
    therapists: withUrl(staff.therapists),
    supervisors: withUrl(staff.supervisors),
    writers: withUrl(staff.writers),
  });

  const length = minutes * 60_000;
  const attackResponses: ResponseCounts = new Map();
  const attackers = (async () => {
    await sleep(length / 3);
    const stop = drip(port, 300, attackResponses);
    await flood(port, length / 3, attackResponses);
    stop();
  })();
  // A patient texts every two seconds. Every outbound text gets two delivery reports, sometimes out of order.
  const provider = (async () => {
    const wrong: number[] = [];
    let reportedSoFar = 0;
    for (const until = performance.now() + length; performance.now() < until; await sleep(2000)) {
      const from = staff?.phones[Math.floor(Math.random() * staff.phones.length)] ?? "";
      const replies = [await twilio.bring(url, { from, body: "When will you come?" })];
      const newMessages = twilio.messages.slice(reportedSoFar);
      reportedSoFar = twilio.messages.length;
      for (const [nth, message] of newMessages.entries())
        for (const state of nth % 5 ? ["sent", "delivered"] : ["delivered", "sent"])
          replies.push(await twilio.report(message, state));
      wrong.push(...replies.map(({ status }) => status).filter((status) => status >= 300));
    }
    return wrong;
  })();
  const samples: { memory: number; due: number; delay: number }[] = [];
  for (const until = performance.now() + length; performance.now() < until; await sleep(length / 30))
    samples.push({ memory: memoryOf(pid).now, due: await depth(), delay: (await loopDelayOf(url)).most });

  const [report] = (await reported) as [Report];
  await attackers;
  const failedCallbacks = await provider;
  const { responses, failed, lag, visits } = report;
  console.table(tableOf(responses, length));
  const third = (nth: number) => samples.slice((nth * samples.length) / 3, ((nth + 1) * samples.length) / 3);
  const most = (of: (sample: (typeof samples)[0]) => number) =>
    [0, 1, 2].map((nth) => Math.round(Math.max(...third(nth).map(of)))).join(", ");
  console.log(
    `${visits} patients, ${responses.length} responses (${Math.round(responses.length / minutes / 60)} per second), ${twilio.messages.length} texts, ${mail.arrived.length} emails.\n` +
      `Maximum in each third, with the attack in the second: memory ${most(({ memory }) => memory)} MB; due messages ${most(({ due }) => due)}; event loop delay ${most(({ delay }) => delay)} ms.\n` +
      `Delay of the load generator, p99: ${lag.toFixed(0)} ms (more than 20 means the machine was busy).\n` +
      `Responses to attackers: ${[...attackResponses].map(([what, times]) => `${what} (${times})`).join(", ")}.`,
  );

  expect(failed).toEqual([]);
  expect(responses.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  expect(failedCallbacks).toEqual([]);
  expect([...attackResponses.keys()].filter((what) => /: 5/.test(what))).toEqual([]);
  expect(await eventually(depth, (due) => due === 0, 60)).toBe(0);
  // In the second third, the caches are full and the heap has its normal size.
  const memory = (nth: number) => Math.max(...third(nth).map((sample) => sample.memory));
  expect(memory(2)).toBeLessThan(memory(1) * 1.25);
  await clinic.stop();
});
