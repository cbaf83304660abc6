import { day, hour } from "~/core/time";
import { claimDue } from "~/messages/delivery/claim-due-messages.server";
import { recordSent } from "~/messages/delivery/record-attempt.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { agree, conversationRows, say } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedCompany, seedOrder, seedTherapist, seedVisit } from "../../support/seed";

export const phone = "+19195550123";
/** Thursday, March 5, 3:00 PM in New York. */
export const start = Date.parse("2026-03-05T20:00:00Z");

type TestApp = ReturnType<typeof scratchApp>;

/** Sends the due texts like the delivery worker. */
export async function deliver(app: TestApp): Promise<void> {
  for (;;) {
    const rows = await claimDue(app, "a worker", () => [{ channel: "sms", limit: 20 }]);
    if (rows.length === 0) return;
    for (const row of rows) await recordSent(app, row, { providerId: `SM${row.id}`, delivered: false });
  }
}

/** A number with one confirmed visit for each start. The day-before reminders have been sent. */
export async function reminded({
  starts = [start],
  env = {},
}: {
  starts?: number[];
  env?: Record<string, string>;
} = {}) {
  const app = scratchApp({ QUIET_HOURS: "off", ...env });
  await agree(app, phone);
  const company = await seedCompany(app, "Acme Sleep");
  await app.db.updateTable("companies").set({ phone: "+19195550100" }).where("id", "=", company).execute();
  const visits: { id: number; orderId: number }[] = [];
  for (const [number, start_at] of starts.entries()) {
    const therapist = await seedTherapist(app, {
      name: ["Dana Reyes", "Sam Ortiz", "Kim Lee", "Al Roy"][number],
    });
    const order = await seedOrder(app, { phone, email: null });
    const { id } = await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at,
      status: "confirmed",
      confirmed_at: app.clock.now(),
      meeting_link: "https://meet.example/abc",
    });
    visits.push({ id, orderId: order.id });
  }
  app.clock.set(Math.max(...starts) - day);
  await remindOfVisits(app);
  await deliver(app);
  const isConfirmed = async (number = 0) =>
    (
      await app.db
        .selectFrom("visits")
        .select("patient_confirmed_at")
        .where("id", "=", visits[number]?.id ?? 0)
        .executeTakeFirstOrThrow()
    ).patient_confirmed_at !== null;
  /** Sends a text from the patient and returns the replies. */
  const reply = async (body: string) => {
    const before = (await conversationRows(app, phone)).length;
    await say(app, phone, body);
    await deliver(app);
    return (await conversationRows(app, phone)).slice(before + 1).map((message) => message.body);
  };
  const isUnanswered = async () =>
    (await app.db.selectFrom("threads").select("last_dir").where("phone", "=", phone).executeTakeFirst())
      ?.last_dir === "in";
  return { app, visits, visit: visits[0] ?? { id: 0, orderId: 0 }, isConfirmed, reply, isUnanswered };
}

export const inHours = (app: TestApp, hours: number) => app.clock.advance(hours * hour);
