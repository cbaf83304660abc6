import { expect, test } from "vitest";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { startFakeTwilio } from "../support/fake-twilio";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const twilio = await startFakeTwilio();
const { app, url, clock } = await startServer({ ...twilio.environment, REQUIRE_MFA: "off" });
const client = new Client(url);

test("a patient who got a link but didn't book can be sent it again, called, or texted from the worklist", async () => {
  const { order } = await seedClinic(app);
  const supervisor = await seedUser(app, ["supervisor"]);
  await app.db
    .updateTable("orders")
    .set({ phone: "+13365550142", patient_name: "Maria Lopez", language: "es" })
    .where("id", "=", order.id)
    .execute();
  await signInStaff(app, client, supervisor.id);
  const { patient_id, brightree_db } = order;
  await generateCode(app, operator, { phone: "+13365550142", patient_id, brightree_db });
  const sent = clock.now() - 4 * day;
  await app.db.updateTable("orders").set({ step: 5, step_at: sent }).where("id", "=", order.id).execute();

  const worklist = await PlainPage.open(client, "/calendars?tab=worklist");
  expect(worklist.html).toContain('href="tel:+13365550142"');
  const again = await worklist.press(/^Resend link/);
  expect(again.address).toContain("tab=worklist");
  expect(again.text).toContain("✅ Code resent");
  expect(await auditLogOf(app, { action: "code.resent", subject: `order ${order.id}` })).toHaveLength(1);

  const start = await again.follow(/^Start SMS/);
  const written = /<textarea[^>]*name="first_message"[^>]*>([^<]*)/.exec(start.html)?.[1] ?? "";
  expect(written).toContain("Hola, Maria. Le escribimos de");
  const { n } = await app.db
    .selectFrom("messages")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("author_user_id", "is not", null)
    .executeTakeFirstOrThrow();
  expect(n).toBe(0);
  expect((await start.press("Send")).text).toContain("Hola, Maria.");
});
