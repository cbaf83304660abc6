import { expect, test } from "vitest";
import { minute } from "~/core/time";
import type { Row } from "~/db/tables";
import { runWaves } from "~/offers/run-waves.server";
import { notifyOfLateTherapist } from "~/visits/late/notify-of-late-therapist.server";
import { channelOf } from "~/visits/notices/choose-channel.server";
import { askToBook } from "~/visits/nudges/ask-to-book.server";
import { agree, outboxOf } from "../../support/http-actions";
import { offersOf, seedOffers } from "../../support/offers";
import { scratchApp } from "../../support/scratch";
import { staffOf } from "../../support/users";

type Updates = Row<"orders">["updates"];

const phone = "+19195550123";
const email = "ana@mail.example";

test.each<[Updates, string | null, boolean, "sms" | "email" | null]>([
  ["text", email, true, "sms"],
  [null, email, true, "sms"],
  ["email", email, true, "email"],
  ["email", null, true, "sms"],
  ["email", null, false, null],
  ["text", email, false, "email"],
  ["text", null, false, null],
  ["phone", email, true, null],
])(
  "with the choice %s, the email address %s and consent %s, the channel is %s",
  (updates, on, agreed, channel) => {
    const order = { phone, email: on, updates, consent: Number(agreed), on_hold: 0 };
    expect(channelOf(order)).toBe(channel);
    const onHold = channelOf({ ...order, on_hold: 1 });
    expect(onHold).toBe(channel === "sms" ? on && "email" : channel);
  },
);

test("a patient who chose email but has no address gets every kind of message by text", async () => {
  const app = scratchApp();
  const { order, therapist, seedWaiting, free } = await seedOffers(app);
  const choice = { updates: "email" as const, email: null };
  await app.db
    .updateTable("orders")
    .set({ phone, ...choice })
    .where("id", "=", order.id)
    .execute();
  await agree(app, phone);
  const waiting = await seedWaiting({ ...choice, phone: "+19195550124" });
  const kinds = async (to: string) =>
    (await outboxOf(app))
      .filter(({ recipient }) => recipient === to)
      .map((row) => `${row.channel} ${row.kind}`);

  await app.db
    .transaction()
    .execute((trx) => askToBook({ trx, app }, order.id, { kind: "nudge", key: "nudge of the test" }));
  await free();
  app.clock.advance(minute);
  await runWaves(app);
  expect(await kinds(phone)).toEqual(["sms nudge", "sms visit-cancelled"]);
  expect((await offersOf(app)).map(({ order_id }) => order_id)).toEqual([waiting.id]);
  expect(await kinds("+19195550124")).toEqual(["sms visit-offer"]);

  const start_at = app.clock.now() + 10 * minute;
  await app.db
    .updateTable("visits")
    .set({ status: "confirmed", start_at, end_at: start_at + 45 * minute })
    .where("id", "=", waiting.visitId)
    .execute();
  const late = { id: waiting.visitId, minutes: 10 };
  expect(await notifyOfLateTherapist(app, staffOf({ therapistId: therapist.id }), late)).toEqual({
    sent: "text",
    notified: ["text"],
  });
});
