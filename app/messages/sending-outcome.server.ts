import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import type { Row } from "~/db/tables";

type Channel = "sms" | "email";

export interface SendingOutcome {
  channel: Channel;
  recipient: string;
  /** `demo` if the demo's outbox stands for the provider. */
  state: "sent" | "demo" | "not-set-up" | "waiting" | "failed" | "dropped";
  /** In the provider's words, or Firstnight's. */
  reason: string | null;
  /** Milliseconds UTC. */
  at: number;
}

interface Sought {
  kind: string;
  /** Milliseconds UTC: only messages that were queued at or after this time. */
  since: number;
  orderId?: number;
  recipients?: readonly string[];
}

type Seen = Pick<App, "reads" | "config">;

export const isSetUp = ({ config }: Pick<App, "config">, channel: Channel): boolean =>
  channel === "sms" ? config.smsProvider === "twilio" : config.mail.server !== null;

/** True if messages of this channel go out: a provider is set up, or the demo's outbox stands for it. */
export const canSend = (app: Pick<App, "config">, channel: Channel): boolean =>
  isSetUp(app, channel) || app.config.demo;

/** The channels without a provider. Empty in the demo, whose outbox stands for both. */
export const unsentChannels = (app: Pick<App, "config">): Channel[] =>
  (["sms", "email"] as const).filter((channel) => !canSend(app, channel));

export function outcomeOf(
  app: Pick<App, "config">,
  row: Pick<Row<"outbox">, "channel" | "recipient" | "status" | "provider_id" | "error" | "created_at"> & {
    finished_at: number | null;
  },
): SendingOutcome {
  const { channel, recipient, status, error: reason } = row;
  const outcome = { channel, recipient, reason, at: row.finished_at ?? row.created_at };
  if (status === "failed" || status === "dropped") return { ...outcome, state: status };
  // A message that was stored before a provider was set up counts as delivered, but has no provider ID.
  const isStored = status === "delivered" && row.provider_id === null;
  if (!isSetUp(app, channel) || isStored) {
    return { ...outcome, state: app.config.demo ? "demo" : "not-set-up", reason: null };
  }
  if (status === "held")
    return { ...outcome, state: "waiting", reason: "it waits for the patient's consent." };
  return { ...outcome, state: status === "sent" || status === "delivered" ? "sent" : "waiting" };
}

export const outcomeColumns = [
  "channel",
  "recipient",
  "status",
  "provider_id",
  "error",
  "created_at",
  "finished_at",
] as const;

/** @param rows newest first */
const newestOfChannels = (app: Pick<App, "config">, rows: readonly Parameters<typeof outcomeOf>[1][]) =>
  (["sms", "email"] as const).flatMap((channel) => {
    const row = rows.find((one) => one.channel === channel);
    return row ? [outcomeOf(app, row)] : [];
  });

/** The newest message of each channel that a change queued. */
export async function findOutcomes(app: Seen, sought: Sought): Promise<SendingOutcome[]> {
  const { kind, since, orderId, recipients } = sought;
  let query = app.reads
    .selectFrom("outbox")
    .select(outcomeColumns)
    .where("kind", "=", kind)
    .where("created_at", ">=", since)
    .orderBy("id", "desc")
    .limit(20);
  if (orderId !== undefined) query = query.where("order_id", "=", orderId);
  if (recipients) query = query.where("recipient", "in", recipients);
  return newestOfChannels(app, await query.execute());
}

/** `findOutcomes` for the newest change of each of several orders. @param changes `since` is in ms UTC */
export async function listOutcomesOfOrders(
  app: Seen,
  kind: string,
  changes: readonly { orderId: number; since: number }[],
): Promise<Map<number, SendingOutcome[]>> {
  if (changes.length === 0) return new Map();
  const rows = await app.reads
    .selectFrom("outbox")
    .select([...outcomeColumns, "order_id"])
    .where("kind", "=", kind)
    .where(
      "order_id",
      "in",
      changes.map(({ orderId }) => orderId),
    )
    .orderBy("id", "desc")
    .execute();
  return new Map(
    changes.map(({ orderId, since }) => [
      orderId,
      newestOfChannels(
        app,
        rows.filter((row) => row.order_id === orderId && row.created_at >= since),
      ),
    ]),
  );
}

const longestWait = 3 * second;

/** Waits up to three seconds for the provider's first response, so that a page can say what happened. */
export async function waitForOutcomes(app: Seen, sought: Sought): Promise<SendingOutcome[]> {
  const end = performance.now() + longestWait;
  for (;;) {
    const outcomes = await findOutcomes(app, sought);
    const isOpen = outcomes.some(({ state, reason }) => state === "waiting" && reason === null);
    if (!isOpen || performance.now() > end) return outcomes;
    await sleep(50);
  }
}

const nouns = { sms: "text", email: "email" };
const plurals = { sms: "texts", email: "email" };

/** True if the provider, or the demo's outbox, has every message. */
export const isAllSent = (outcomes: readonly SendingOutcome[]): boolean =>
  outcomes.length > 0 && outcomes.every(({ state }) => state === "sent" || state === "demo");

/** True if a provider has at least one of the messages, or will get it. */
export const isAnySent = (outcomes: readonly SendingOutcome[]): boolean =>
  outcomes.some(
    ({ state, reason }) => state === "sent" || state === "demo" || (state === "waiting" && reason === null),
  );

/** Sentences about what wasn't sent, and why. Empty if everything was sent. */
export function describeUnsent(outcomes: readonly SendingOutcome[]): string {
  const of = (state: SendingOutcome["state"]) => outcomes.filter((one) => one.state === state);
  const missing = of("not-set-up").map(({ channel }) => channel);
  const isNothingSent = !outcomes.some(({ state }) => state === "sent" || state === "demo");
  const parts =
    of("sent").length > 0 && !isAllSent(outcomes)
      ? [
          `The ${of("sent")
            .map(({ channel }) => nouns[channel])
            .join(" and ")} was sent.`,
        ]
      : [];
  if (missing.length > 0) {
    const names = missing.map((channel) => plurals[channel]).join(" and ");
    const verb = missing.length === 1 && missing[0] === "email" ? "isn't" : "aren't";
    const rest = isNothingSent && missing.length === outcomes.length;
    const effect = rest
      ? "nothing was sent"
      : `no ${missing.map((channel) => nouns[channel]).join(" or ")} was sent`;
    parts.push(`${names[0]?.toUpperCase()}${names.slice(1)} ${verb} set up, so ${effect}.`);
  }
  for (const { channel, reason } of of("failed")) {
    parts.push(`The ${nouns[channel]} was not sent: ${reason ?? "the provider gave no reason."}`);
  }
  for (const { channel, reason } of of("dropped"))
    parts.push(`The ${nouns[channel]} was not sent: ${reason ?? ""}`);
  for (const { channel, reason } of of("waiting")) {
    parts.push(
      reason
        ? `The ${nouns[channel]} was not sent yet: ${reason} Firstnight keeps trying.`
        : `The ${nouns[channel]} is waiting to be sent. See Deliveries.`,
    );
  }
  if (outcomes.length === 0) parts.push("There was no one to send it to.");
  return parts.join(" ");
}
