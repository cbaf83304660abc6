import fc from "fast-check";
import { day, hour, iso } from "~/core/time";
import type { DoorAct } from "../models/consent-model";
import { type Fault, follow, type Numbers, openNumbers, spoil, to, words } from "../models/numbers";
import type { Reply } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { openThread } from "../support/http-actions";
import { seedOrder, seedTherapist, staffClient } from "../support/seed";
import { startServer } from "../support/server";

// Later than the end of a history, so no visit is ever in the past.
const ahead = 60 * day;

/** A server with a fake Twilio, and an optional fault. */
export async function openCarrier(fault: Fault = {}) {
  const twilio = await startFakeTwilio();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...twilio.environment, PORT: port, PUBLIC_URL: url, QUIET_HOURS: "off" };
  const server = await startServer(settings);
  await spoil({ ...server.app, clock: server.clock }, fault);
  return { ...server, twilio };
}

type Carrier = Awaited<ReturnType<typeof openCarrier>>;

/** Accepts a conflict too: the resulting state is compared afterwards. */
function expectAnswer({ status, text }: Reply, act: DoorAct): void {
  if (status >= 300 && status !== 409) throw new Error(`${act.act}: ${status} ${text.slice(0, 300)}`);
}

/** Performs an act as a patient's phone or a supervisor would. */
async function perform({ url, twilio }: Carrier, numbers: Numbers, act: DoorAct): Promise<void> {
  const { app, model, phones, visits } = numbers;
  if (act.act === "wait") app.clock.advance(act.for);
  if (!("to" in act)) return;
  const phone = phones[act.to] ?? "";
  if (act.act === "say") {
    const { status } = await twilio.bring(url, { from: phone, body: act.words });
    if (status !== 200) throw new Error(`The inbound text was answered ${status}.`);
    return;
  }
  const supervisor = await staffClient({ app, url }, "supervisor");
  const id = visits[act.to]?.id;
  if (act.act === "send") {
    const thread = await openThread(app, phone);
    const text = { thread_id: thread.id, body: `person ${model.acts + 1}` };
    return expectAnswer(await supervisor.post("/api/sms/send", text), act);
  }
  if (act.act === "change") {
    const start = iso((model.visits[act.to]?.start ?? 0) + hour);
    return expectAnswer(
      act.becomes === "cancelled"
        ? await supervisor.post(`/api/appointments/${id}/cancel`)
        : await supervisor.patch(`/api/appointments/${id}`, { datetime: start }),
      act,
    );
  }
  const { patient_id, brightree_db, id: order } = await seedOrder(app, { phone });
  const { name: therapist } = await seedTherapist(app);
  const datetime = iso(app.clock.now() + ahead);
  const booking = { patient_id, brightree_db, therapist, datetime, sms_consent: act.agrees };
  expectAnswer(await supervisor.post("/api/schedule-appointment", booking), act);
  visits[act.to] = await app.db
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", order)
    .executeTakeFirstOrThrow();
}

const act: fc.Arbitrary<DoorAct> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("send" as const), to }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant("say" as const), to, words }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("book" as const), to, agrees: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("change" as const),
      to,
      becomes: fc.constantFrom("cancelled" as const, "moved" as const),
    }),
  },
  fc.record({ act: fc.constant("wait" as const), for: fc.constantFrom(hour, 12 * hour, day) }),
);

/** An act, after which all due texts are sent. Sometimes the carrier blocks the first one. */
const turn: fc.Arbitrary<DoorAct[]> = fc
  .tuple(act, fc.nat(9))
  .map(([first, chance]) => [
    first,
    ...(chance === 0 ? [{ act: "blocked" as const }] : []),
    { act: "deliver" },
  ]);

/** Histories over HTTP, with a worker that sends texts automatically. */
export const histories = (carrier: Carrier, { after }: Fault = {}) =>
  fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 25, size: "max" }), async (turns) => {
    const { app, clock, twilio } = carrier;
    const waiting = () =>
      app.db
        .selectFrom("outbox")
        .select("id")
        .where("channel", "=", "sms")
        .where("status", "in", ["queued", "sending"])
        .execute();
    const numbers = await openNumbers({ ...app, clock }, ahead);
    await follow(numbers, turns, async (_, acts) => {
      let blocks = acts.some(({ act }) => act === "blocked");
      twilio.play(({ to, body }) => {
        numbers.handedOver.push(`${to} ${body}`);
        if (!blocks) return;
        blocks = false;
        return { error: { status: 400, code: 21610 } };
      });
      for (const each of acts) await perform(carrier, numbers, each);
      await eventually(waiting, (rows) => rows.length === 0);
      for (const each of acts) await after?.(numbers, each);
    });
  });
