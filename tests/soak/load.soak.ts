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
import { type AnswerCounts, drip, flood } from "./load/attackers";
import { openStaff } from "./load/crowd";
import { type Answer, tableOf } from "./load/table";

const minutes = Number(process.env.AMOUNT ?? 2);
const perMinute = 200;

interface Report {
  visits: number;
  failed: string[];
  lag: number;
  answers: Answer[];
}

test(`200 staff and ${minutes * perMinute} patients in ${minutes} minutes all get their answers during an attack`, async () => {
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
  if (!staff) throw new Error("No one signed in.");
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
  const attackAnswers: AnswerCounts = new Map();
  const attackers = (async () => {
    await sleep(length / 3);
    const stop = drip(port, 300, attackAnswers);
    await flood(port, length / 3, attackAnswers);
    stop();
  })();
  // Every other second a patient texts, and every text is reported twice, sometimes in the wrong order.
  const provider = (async () => {
    const wrong: number[] = [];
    let reportedSoFar = 0;
    for (const until = performance.now() + length; performance.now() < until; await sleep(2000)) {
      const from = staff?.phones[Math.floor(Math.random() * staff.phones.length)] ?? "";
      const replies = [await twilio.bring(url, { from, body: "When will you come?" })];
      const fresh = twilio.messages.slice(reportedSoFar);
      reportedSoFar = twilio.messages.length;
      for (const [nth, message] of fresh.entries())
        for (const state of nth % 5 ? ["sent", "delivered"] : ["delivered", "sent"])
          replies.push(await twilio.report(message, state));
      wrong.push(...replies.map(({ status }) => status).filter((status) => status >= 300));
    }
    return wrong;
  })();
  const seen: { memory: number; due: number; delay: number }[] = [];
  for (const until = performance.now() + length; performance.now() < until; await sleep(length / 30))
    seen.push({ memory: memoryOf(pid).now, due: await depth(), delay: (await loopDelayOf(url)).most });

  const [report] = (await reported) as [Report];
  await attackers;
  const wrongCallbacks = await provider;
  const { answers, failed, lag, visits } = report;
  console.table(tableOf(answers, length));
  const third = (nth: number) => seen.slice((nth * seen.length) / 3, ((nth + 1) * seen.length) / 3);
  const most = (of: (look: (typeof seen)[0]) => number) =>
    [0, 1, 2].map((nth) => Math.round(Math.max(...third(nth).map(of)))).join(", ");
  console.log(
    `${visits} patients, ${answers.length} answers (${Math.round(answers.length / minutes / 60)} a second), ${twilio.messages.length} texts, ${mail.arrived.length} emails.\n` +
      `By thirds, the middle one with attackers: memory at most ${most(({ memory }) => memory)} MB; due in the outbox at most ${most(({ due }) => due)}; event loop delay at most ${most(({ delay }) => delay)} ms.\n` +
      `The load itself was late by ${lag.toFixed(0)} ms at p99 (more than 20 means the machine was busy).\n` +
      `Answers to attackers: ${[...attackAnswers].map(([what, times]) => `${what} (${times})`).join(", ")}.`,
  );

  expect(failed).toEqual([]);
  expect(answers.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
  expect(wrongCallbacks).toEqual([]);
  expect([...attackAnswers.keys()].filter((what) => /: 5/.test(what))).toEqual([]);
  expect(await eventually(depth, (due) => due === 0, 60)).toBe(0);
  // By then the caches are full and the heap is at its normal size.
  const memory = (nth: number) => Math.max(...third(nth).map((look) => look.memory));
  expect(memory(2)).toBeLessThan(memory(1) * 1.25);
  await clinic.stop();
});
