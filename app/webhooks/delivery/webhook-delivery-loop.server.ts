import { randomUUID } from "node:crypto";
import type { App } from "~/boot/app.server";
import { minute, second } from "~/core/time";
import { type Claim, claimDue, correctDueTimes } from "./claim-due-deliveries.server";
import { releaseClaim, retryForThreeDays } from "./retry-for-three-days.server";
import { type AttemptResult, sendEvent } from "./sign-and-send-event.server";

/** On shutdown, running attempts get this much time before they are canceled. */
const stopWithin = 3 * second;

/** Writes a delivery's note to the order system of the endpoint's database. */
export type WriteNote = (app: App, claim: Claim, stop?: AbortSignal) => Promise<AttemptResult>;

/** Sends due deliveries. Checks for more every second and after each attempt. @returns a function that stops it */
export function startWebhooks(app: App, writeNote: WriteNote, lookEvery = second): () => Promise<void> {
  const owner = randomUUID();
  const cut = new AbortController();
  const running = new Map<Claim, Promise<void>>();
  let stopped = false;
  let lookAgain = false;
  let lastLook = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const logError = (error: unknown) => app.log.error({ err: error }, "webhooks");

  const inFlight = () => {
    const counts = new Map<number, number>();
    for (const { endpoint } of running.keys()) counts.set(endpoint.id, (counts.get(endpoint.id) ?? 0) + 1);
    return counts;
  };

  async function look(): Promise<void> {
    const now = app.clock.now();
    if (now < lastLook - minute) await correctDueTimes(app);
    lastLook = now;
    while (lookAgain && !stopped) {
      lookAgain = false;
      for (const claim of await claimDue(app, owner, inFlight())) {
        const attempt = attemptDelivery(app, claim, writeNote, cut.signal)
          .catch(logError)
          .finally(() => {
            running.delete(claim);
            wake();
          });
        running.set(claim, attempt);
      }
    }
  }

  function wake(): void {
    lookAgain = true;
    if (stopped || looking) return;
    looking = look()
      .catch(logError)
      .finally(() => {
        looking = undefined;
      });
  }

  const timer = setInterval(wake, lookEvery);
  wake();

  return async () => {
    stopped = true;
    clearInterval(timer);
    await looking;
    const cutOff = setTimeout(() => cut.abort(), stopWithin);
    await Promise.all(running.values());
    clearTimeout(cutOff);
    cut.abort();
  };
}

export async function attemptDelivery(
  app: App,
  claim: Claim,
  writeNote: WriteNote,
  stop?: AbortSignal,
): Promise<void> {
  const { delivery, endpoint } = claim;
  const isNote = endpoint.database_name !== null;
  const sent = { messageId: delivery.message_id, payload: delivery.payload };
  const result = await (isNote ? writeNote(app, claim, stop) : sendEvent(app, endpoint, sent, stop));
  const isCut = result.error !== null && result.status === null && stop?.aborted;
  if (isCut) return releaseClaim(app, delivery);
  return retryForThreeDays(app, delivery, result, isNote ? "note" : "webhook");
}
