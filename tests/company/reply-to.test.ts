import { expect, test } from "vitest";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { enqueue } from "~/messages/enqueue.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { startMailServer } from "../support/mail-server";
import { scratchApp } from "../support/scratch";
import { seedOrder } from "../support/seed";

const mail = await startMailServer();
const app = scratchApp(mail.environment);
const order = await seedOrder(app);
await app.db.updateTable("companies").set({ reply_to: "help@blueridge.example" }).execute();
atEnd(startDelivery(app, { lookEvery: 20 }));

async function replyTo(recipient: string, about: { order_id?: number; language?: "en" | "es" }) {
  const notice = { channel: "email", recipient, subject: "Visit", body: "Hello,", kind: "chat" } as const;
  await app.db.transaction().execute((trx) => enqueue({ trx, app }, [{ ...notice, ...about }]));
  const arrived = await eventually(
    () => mail.arrived.find(({ recipients }) => recipients[0] === recipient),
    (email) => email !== undefined,
  );
  return arrived?.replyTo?.map(({ address }) => address) ?? null;
}

test("an email reply from a patient goes to the company's address", async () => {
  expect(await replyTo("ann@mail.example", { order_id: order.id, language: "en" })).toEqual([
    "help@blueridge.example",
  ]);
});

test("emails to staff, and emails from companies without an address, have no reply-to", async () => {
  expect(await replyTo("therapist@clinic.example", { order_id: order.id })).toBeNull();
  expect(await replyTo("user@clinic.example", { language: "en" })).toBeNull();
  await app.db.updateTable("companies").set({ reply_to: null }).execute();
  expect(await replyTo("ben@mail.example", { order_id: order.id, language: "es" })).toBeNull();
});
