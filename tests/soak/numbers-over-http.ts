import fc from "fast-check";
import { day, hour, iso } from "~/core/time";
import type { HttpAction } from "../models/consent-model";
import {
  checkHistory,
  type Fault,
  injectFault,
  type Numbers,
  openNumbers,
  to,
  words,
} from "../models/numbers";
import type { Reply } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { openConversation } from "../support/http-actions";
import { seedOrder, seedTherapist, staffClient } from "../support/seed";
import { startServer } from "../support/server";

// Longer than any history, so no visit is in the past.
const leadTime = 60 * day;

/** Starts a server with a fake Twilio and an optional bug. */
export async function openCarrier(fault: Fault = {}) {
  const twilio = await startFakeTwilio();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...twilio.environment, PORT: port, PUBLIC_URL: url, QUIET_HOURS: "off" };
  const server = await startServer(settings);
  await injectFault({ ...server.app, clock: server.clock }, fault);
  return { ...server, twilio };
}

type Carrier = Awaited<ReturnType<typeof openCarrier>>;

/** Accepts conflicts, because the test compares the resulting state. */
function expectSuccess({ status, text }: Reply, action: HttpAction): void {
  if (status >= 300 && status !== 409) throw new Error(`${action.type}: ${status} ${text.slice(0, 300)}`);
}

/** Performs an action as a patient's phone or a supervisor. */
async function perform({ url, twilio }: Carrier, numbers: Numbers, action: HttpAction): Promise<void> {
  const { app, model, phones, visits } = numbers;
  if (action.type === "wait") app.clock.advance(action.for);
  if (!("to" in action)) return;
  const phone = phones[action.to] ?? "";
  if (action.type === "say") {
    const { status } = await twilio.bring(url, { from: phone, body: action.words });
    if (status !== 200) throw new Error(`The inbound text returned ${status}.`);
    return;
  }
  const supervisor = await staffClient({ app, url }, "supervisor");
  const id = visits[action.to]?.id;
  if (action.type === "send") {
    const conversation = await openConversation(app, phone);
    const text = { thread_id: conversation.id, body: `person ${model.actionCount + 1}` };
    return expectSuccess(await supervisor.post("/api/sms/send", text), action);
  }
  if (action.type === "change") {
    const start = iso((model.visits[action.to]?.start ?? 0) + hour);
    return expectSuccess(
      action.becomes === "cancelled"
        ? await supervisor.post(`/api/appointments/${id}/cancel`)
        : await supervisor.patch(`/api/appointments/${id}`, { datetime: start }),
      action,
    );
  }
  const { patient_id, brightree_db, id: order } = await seedOrder(app, { phone });
  const { name: therapist } = await seedTherapist(app);
  const datetime = iso(app.clock.now() + leadTime);
  const booking = { patient_id, brightree_db, therapist, datetime, sms_consent: action.agrees };
  expectSuccess(await supervisor.post("/api/schedule-appointment", booking), action);
  visits[action.to] = await app.db
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", order)
    .executeTakeFirstOrThrow();
}

const action: fc.Arbitrary<HttpAction> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("send" as const), to }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("say" as const), to, words }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("book" as const), to, agrees: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("change" as const),
      to,
      becomes: fc.constantFrom("cancelled" as const, "moved" as const),
    }),
  },
  fc.record({ type: fc.constant("wait" as const), for: fc.constantFrom(hour, 12 * hour, day) }),
);

/** An action, then delivery of all due texts. Sometimes the carrier blocks the first text. */
const turn: fc.Arbitrary<HttpAction[]> = fc
  .tuple(action, fc.nat(9))
  .map(([first, chance]) => [
    first,
    ...(chance === 0 ? [{ type: "blocked" as const }] : []),
    { type: "deliver" },
  ]);

/** Random histories over HTTP with a running delivery worker. */
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
    const numbers = await openNumbers({ ...app, clock }, leadTime);
    await checkHistory(numbers, turns, async (_, actions) => {
      let blocks = actions.some(({ type }) => type === "blocked");
      twilio.play(({ to, body }) => {
        numbers.sent.push(`${to} ${body}`);
        if (!blocks) return;
        blocks = false;
        return { error: { status: 400, code: 21610 } };
      });
      for (const each of actions) await perform(carrier, numbers, each);
      await eventually(waiting, (rows) => rows.length === 0);
      for (const each of actions) await after?.(numbers, each);
    });
  });
