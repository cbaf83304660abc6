import { expect, test } from "vitest";
import { type MessageKind, messageKinds } from "~/messages/message-kinds";
import { askPatient } from "~/visits/notices/ask-patient.server";
import { agree, outboxOf, say } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedOrder } from "../../support/seed";

const phone = "+19195550123";
const email = "ana@mail.example";
const tenAtNight = Date.parse("2026-03-03T03:00:00Z");

async function asked(
  kind: MessageKind,
  { at, optsOut }: { at?: number; optsOut?: "before" | "after" } = {},
): Promise<string[]> {
  const app = scratchApp();
  const order = await seedOrder(app, { phone, email, state: "NC" });
  await agree(app, phone);
  if (at) app.clock.set(at);
  if (optsOut === "before") await say(app, phone, "STOP");
  await app.db.transaction().execute((trx) =>
    askPatient(
      { trx, app },
      {
        orderId: order.id,
        kind,
        write: () => ({
          text: { body: "Tap https://link", shown: "Tap" },
          mail: { subject: "Please choose", body: "Choose" },
        }),
      },
    ),
  );
  if (optsOut === "after") await say(app, phone, "STOP");
  return (await outboxOf(app))
    .filter((row) => row.kind === kind)
    .map(({ channel, status, recipient }) => `${channel} ${status} ${recipient}`);
}

const kinds: MessageKind[] = ["missed-visit", "visit-offer", "therapist-late", "nudge"];

test.each(kinds)("with consent, a message of the kind %s is one text", async (kind) => {
  expect(await asked(kind)).toEqual([`sms queued ${phone}`]);
});

test.each(kinds)(
  "after an opt-out, a message of the kind %s is an email, unless it is a nudge",
  async (kind) => {
    const mail = kind === "nudge" ? [] : [`email queued ${email}`];
    expect(await asked(kind, { optsOut: "before" })).toEqual(mail);
    const both = await asked(kind, { optsOut: "after" });
    expect(both.sort()).toEqual([...mail, `sms dropped ${phone}`]);
  },
);

test("in quiet hours, only a message that can't wait until the morning becomes an email", async () => {
  for (const kind of kinds) {
    const waits = messageKinds[kind].inQuietHours !== "email";
    expect(waits, kind).toBe(kind !== "therapist-late");
    expect(await asked(kind, { at: tenAtNight }), kind).toEqual([
      waits ? `sms queued ${phone}` : `email queued ${email}`,
    ]);
  }
});
