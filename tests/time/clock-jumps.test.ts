import { expect, test, vi } from "vitest";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { guardOrderSystem, usualLimits } from "~/integrations/order-system/guarded-order-system.server";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { isSendingStalled } from "~/operations/health/sending-health.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { holdMove } from "~/visits/moves/pending-moves.server";
import { findVisit } from "~/visits/visits.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { agree, rowsTo, write } from "../support/http-actions";
import { monday, scratchApp } from "../support/scratch";
import { seedClinic, seedVisit } from "../support/seed";

const phone = "+19195550123";

async function clinic() {
  const twilio = await startFakeTwilio();
  const app = scratchApp(twilio.environment);
  await agree(app, phone);
  const statuses = async () => (await rowsTo(app, phone)).map(({ status }) => status);
  return { twilio, app, statuses };
}

test("a clock jump past the delivery lease doesn't send a text twice", async () => {
  const { twilio, app, statuses } = await clinic();
  // Twilio accepts the text late, so a lookup before then wouldn't find it.
  const accepted = Promise.withResolvers<void>();
  twilio.play(() => ({ before: accepted.promise }));
  await write(app, phone, "Hello");
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await eventually(twilio.attempts, (attempts) => attempts === 1);
  app.clock.advance(3 * day);
  const clockReads = vi.spyOn(app.clock, "now");
  await eventually(
    () => clockReads.mock.calls.length,
    (count) => count > 20,
  );
  accepted.resolve();
  await eventually(statuses, ([status]) => status === "sent");
  expect(twilio.messages).toHaveLength(1);
});

test("messages delayed by a fast clock are sent after the clock is corrected", async () => {
  const { twilio, app, statuses } = await clinic();
  twilio.play(() => ({ error: { status: 503 } }));
  app.clock.set(monday + 3 * day);
  const stop = startDelivery(app, { lookEvery: 20 });
  await write(app, phone, "from a person");
  await eventually(
    () => rowsTo(app, phone),
    ([row]) => row?.status === "queued" && row.attempts === 1,
  );
  app.clock.advance(10 * hour);
  const other = "+19195550124";
  await agree(app, other);
  await write(app, other, "automated", { automated: true, kind: "visit-submitted" });
  const [before] = await rowsTo(app, other);
  app.clock.set(monday);
  twilio.play(() => undefined);
  await eventually(statuses, ([status]) => status === "sent");
  const [after] = await eventually(
    () => rowsTo(app, other),
    ([row]) => row?.not_before !== before?.not_before,
  );
  await stop();
  expect(after?.status).toBe("queued");
  expect(after?.not_before).toBeLessThanOrEqual(monday + day);
  expect(((before?.not_before ?? 0) - (after?.not_before ?? 0)) % day).toBe(0);
});

test("a move held by a fast clock sends its notice", async () => {
  const app = scratchApp();
  const { therapist, order, starts } = await seedClinic(app);
  const { id } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: starts[6] ?? 0,
  });
  const visit = await findVisit(app.db, id);
  if (!visit) throw new Error("The visit is missing.");
  app.clock.advance(3 * day);
  await app.db
    .transaction()
    .execute((trx) =>
      holdMove({ trx, app, who: operator }, visit, { ...visit, start_at: visit.start_at - hour }),
    );
  app.clock.set(monday);
  expect(await notifyOfMoves(app)).toBe(1);
});

test("a paused order system gets requests again after the clock is set back", async () => {
  const guard = guardOrderSystem({ ...usualLimits, reruns: 0 });
  const { now } = Date;
  atEnd(() => {
    Date.now = now;
  });
  const { signal } = new AbortController();
  const fail = () => Promise.reject(new OrderSystemFailure("unreachable", "It is down."));
  for (let nth = 0; nth < usualLimits.failuresInRow; nth++) await guard(fail, signal).catch(() => undefined);
  await expect(guard(async () => "well", signal)).rejects.toThrow("failed several times");
  Date.now = () => now() - 3 * day;
  expect(await guard(async () => "well", signal)).toBe("well");
});

test("messages behind a repeatedly failing one are not reported as stalled", async () => {
  const { twilio, app } = await clinic();
  twilio.play(() => ({ error: { status: 503 } }));
  await write(app, phone, "first");
  await write(app, phone, "second");
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await eventually(
    () => rowsTo(app, phone),
    ([row]) => row?.status === "queued" && row.attempts === 1,
  );
  app.clock.advance(16 * minute);
  expect(await isSendingStalled(app)).toBe(false);
});
