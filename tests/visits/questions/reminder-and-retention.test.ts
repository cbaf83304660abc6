import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { deleteOldRecords } from "~/operations/retention/delete-old-records.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { agree, outboxOf } from "../../support/http-actions";
import { scratchApp } from "../../support/scratch";
import { seedClinic, seedVisit } from "../../support/seed";

async function clinicWithQuestion(environment: Record<string, string> = {}) {
  const app = scratchApp(environment);
  const { order, therapist, starts } = await seedClinic(app);
  await agree(app, order.phone ?? "");
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: starts[11] ?? 0,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/abc",
  });
  const { id: kind_id } = await app.db
    .selectFrom("visit_kinds")
    .select("id")
    .where("is_default", "=", 1)
    .executeTakeFirstOrThrow();
  const question = await app.db
    .insertInto("questions")
    .values({ kind_id, position: 0, type: "short", text: "Which mask?", text_es: "¿Cuál?", required: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const answer = async () => {
    const { id } = await app.db
      .insertInto("visit_answers")
      .values({
        visit_id: visit.id,
        question_id: question.id,
        type: "short",
        asked: "Which mask?",
        value: "SECRET nasal mask",
        answered_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto("answer_photos")
      .values({ answer_id: id, width: 1, height: 1, image_sealed: "x", thumbnail_sealed: "x" })
      .execute();
  };
  return { app, visit, answer };
}

const sentence = "Please answer the questions on your visit page first.";

test("the day-before reminder asks once for missing answers, and never contains an answer", async () => {
  const { app, visit } = await clinicWithQuestion();
  app.clock.set(visit.start_at - day);
  await remindOfVisits(app);
  app.clock.set(visit.start_at - 2 * hour);
  await remindOfVisits(app);
  const sent = (await outboxOf(app)).filter(({ kind }) => kind.startsWith("reminder"));
  expect(
    sent.map(({ kind, channel, body_sealed }) => [
      kind,
      channel,
      app.secrets.open(body_sealed).includes(sentence),
    ]),
  ).toEqual([
    ["reminder-day", "sms", true],
    ["reminder-day", "email", true],
    ["reminder-hours", "sms", false],
    ["reminder-hours", "email", false],
  ]);
});

test("with every required answer, the reminder asks for none", async () => {
  const { app, visit, answer } = await clinicWithQuestion();
  await answer();
  app.clock.set(visit.start_at - day);
  await remindOfVisits(app);
  const sent = (await outboxOf(app)).filter(({ kind }) => kind === "reminder-day");
  expect(sent).toHaveLength(2);
  for (const { body_sealed } of sent) {
    const body = app.secrets.open(body_sealed);
    expect(body).not.toContain(sentence);
    expect(body).not.toContain("SECRET");
  }
});

test("answers and their photos are deleted with the records of an old visit, and not before", async () => {
  const { app, visit, answer } = await clinicWithQuestion({ MESSAGES_KEEP_MONTHS: "12" });
  await answer();
  expect((await deleteOldRecords(app)).answers).toBe(0);
  app.clock.set(visit.end_at + 370 * day);
  expect((await deleteOldRecords(app)).answers).toBe(1);
  expect(await app.db.selectFrom("answer_photos").select("id").execute()).toEqual([]);
});
