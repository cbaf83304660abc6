import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { minute, second } from "~/core/time";
import type { Row } from "~/db/tables";
import { maxConnections } from "~/integrations/email/smtp.server";
import { channels, claimDue, correctFutureTimes, isAnythingDue } from "./claim-due-messages.server";
import { currentProviders, type Providers } from "./providers.server";
import { attemptSend } from "./send-attempt.server";

// Per channel, so that a provider that doesn't respond blocks only its own slots.
const maxSlots = { sms: 16, email: 4 };

// A slow message frees its slot after `slowAfter`, as long as fewer than this many are being sent.
const maxInFlight = { sms: 16, email: maxConnections };

/** In milliseconds. A mail server may take ten minutes to confirm one email. */
const usualTiming = { lookEvery: second, slowAfter: 5 * second, stopWithin: 5 * second };

/**
 * Sends this process's messages immediately. Every second, also sends messages from other processes and messages that
 * have become due.
 * @returns a function that stops the loop
 */
export function startDelivery(app: App, timing: Partial<typeof usualTiming> = {}): () => Promise<void> {
  const { lookEvery, slowAfter, stopWithin } = { ...usualTiming, ...timing };
  const owner = randomUUID();
  const inFlight = { sms: new Map<number, Promise<void>>(), email: new Map<number, Promise<void>>() };
  const usedSlots = { sms: new Set<number>(), email: new Set<number>() };
  const current = currentProviders(app);
  let hasWork = false;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function drain(): Promise<void> {
    while (hasWork && !stopped) {
      const providers = await current.open(closeWhenDone);
      for (const row of await claimDue(app, owner, beginClaim)) startAttempt(providers, row);
    }
  }

  function beginClaim() {
    // Messages that were queued until now are found.
    hasWork = false;
    return channels
      .map((channel) => ({
        channel,
        limit: Math.min(
          maxSlots[channel] - usedSlots[channel].size,
          maxInFlight[channel] - inFlight[channel].size,
        ),
        inFlight: inFlight[channel],
      }))
      .filter(({ limit }) => limit > 0);
  }

  /** Attempts with the previous settings may still be waiting for the mail server. */
  function closeWhenDone({ email }: Providers): void {
    Promise.all(inFlight.email.values()).then(() => email.close());
  }

  function startAttempt(providers: Providers, row: Row<"outbox">): void {
    const own = inFlight[row.channel];
    const slots = usedSlots[row.channel];
    const releaseSlot = () => {
      slots.delete(row.id);
      wakeIfDue();
    };
    const slow = setTimeout(releaseSlot, slowAfter);
    const attempt = attemptSend(app, providers, row)
      .catch((error: unknown) => app.log.error({ err: error, outboxId: row.id }, "delivery"))
      .finally(() => {
        clearTimeout(slow);
        own.delete(row.id);
        releaseSlot();
      });
    slots.add(row.id);
    own.set(row.id, attempt);
  }

  function wake(): void {
    hasWork = true;
    if (stopped || running) return;
    running = drain()
      .catch((error: unknown) => {
        // Otherwise, this would repeat without a pause while the database is unavailable.
        hasWork = false;
        logFailure(error);
      })
      .finally(() => {
        running = undefined;
        if (hasWork && !stopped) wake();
      });
  }

  const logFailure = (error: unknown) => app.log.error({ err: error }, "delivery");

  /** A row may have waited for this slot, or for another text to the same recipient. Usually none has. */
  function wakeIfDue(): void {
    if (stopped) return;
    isAnythingDue(app.reads, app.clock.now())
      .then((any) => any && wake())
      .catch(logFailure);
  }

  const unsubscribe = app.delivery.subscribe(wake);
  let lastChecked = Number.POSITIVE_INFINITY;
  const check = async () => {
    const now = app.clock.now();
    const wasSetBack = now < lastChecked - minute;
    if (wasSetBack) await correctFutureTimes(app);
    lastChecked = now;
    if (!running) wakeIfDue();
  };
  const timer = setInterval(() => {
    check().catch(logFailure);
  }, lookEvery);
  wake();

  return async () => {
    stopped = true;
    unsubscribe();
    clearInterval(timer);
    await running;
    const allDone = () => Promise.all(channels.flatMap((channel) => [...inFlight[channel].values()]));
    await within(stopWithin, allDone());
    await current.close();
    // Closing interrupts attempts, and they are recorded as unconfirmed.
    await within(second, allDone());
  };
}

function within(milliseconds: number, drain: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([drain, over]).finally(() => clearTimeout(timer));
}
