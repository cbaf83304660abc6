import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { minute, second } from "~/core/time";
import { maxConnections } from "~/integrations/email/smtp.server";
import { bringNearer, channels, claimDue, isAnythingDue } from "./claim-due.server";
import { openProviders, type Providers } from "./providers.server";
import { attemptSend } from "./send-attempt.server";

// So many messages are on their way at once; each recipient has one at a time. A provider that does not answer
// takes up its own places alone.
const atOnce = { sms: 16, email: 4 };

// A slow e-mail's place goes to another until this many are on their way.
const most = { sms: 16, email: maxConnections };

/** In milliseconds. */
interface Timing {
  lookEvery: number;
  /** A mail server may take ten minutes to confirm one e-mail; after this long its place goes to another. */
  slowAfter: number;
  /** How long a stop waits for the messages being sent. */
  stopWithin: number;
}
const usual: Timing = { lookEvery: second, slowAfter: 5 * second, stopWithin: 5 * second };

/**
 * Sends queued messages until stopped: at once when this process queued them, and at the next look when another
 * process queued them or they came due.
 *
 * @returns ends delivery and waits for the messages being sent
 */
export function startDelivery(app: App, timing: Partial<Timing> = {}): () => Promise<void> {
  const { lookEvery, slowAfter, stopWithin } = { ...usual, ...timing };
  const owner = randomUUID();
  const onTheWay = { sms: new Map<number, Promise<void>>(), email: new Map<number, Promise<void>>() };
  const inPlace = { sms: new Set<number>(), email: new Set<number>() };
  let opened: Promise<Providers> | undefined;
  let awake = false;
  let running: Promise<void> | undefined;
  let stopped = false;

  /** Takes what is due until there is nothing left. */
  async function work(): Promise<void> {
    opened ??= openProviders(app).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const providers = await opened;
    while (awake && !stopped) {
      awake = false;
      await Promise.all(channels.map((channel) => begin(providers, channel)));
    }
  }

  async function begin(providers: Providers, channel: (typeof channels)[number]): Promise<void> {
    const own = onTheWay[channel];
    const places = inPlace[channel];
    const room = Math.min(atOnce[channel] - places.size, most[channel] - own.size);
    const rows = room > 0 ? await claimDue(app, owner, room, { channel, onTheWay: own }) : [];
    for (const row of rows) {
      const leavePlace = () => {
        places.delete(row.id);
        wake();
      };
      const slow = setTimeout(leavePlace, slowAfter);
      const attempt = attemptSend(app, providers, row)
        .catch((error: unknown) => app.log.error({ err: error, outboxId: row.id }, "delivery"))
        .finally(() => {
          clearTimeout(slow);
          own.delete(row.id);
          leavePlace();
        });
      places.add(row.id);
      own.set(row.id, attempt);
    }
  }

  function wake(): void {
    awake = true;
    if (stopped || running) return;
    running = work()
      .catch((error: unknown) => app.log.error({ err: error }, "delivery"))
      .finally(() => {
        running = undefined;
        if (awake && !stopped) wake();
      });
  }

  const forget = app.delivery.subscribe(wake);
  // A clock may have gone back while nobody looked.
  let seen = Number.POSITIVE_INFINITY;
  const look = async () => {
    const now = app.clock.now();
    if (now < seen - minute) await bringNearer(app);
    seen = now;
    if (!running && (await isAnythingDue(app.reads, now))) wake();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => app.log.error({ err: error }, "delivery"));
  }, lookEvery);
  wake();

  return async () => {
    stopped = true;
    forget();
    clearInterval(timer);
    await running;
    const allBack = () => Promise.all(channels.flatMap((channel) => [...onTheWay[channel].values()]));
    await within(stopWithin, allBack());
    if (opened) (await opened).email.close();
    // What the closing has cut off is noted as unconfirmed.
    await within(second, allBack());
  };
}

function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
