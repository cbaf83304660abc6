import { expect, test } from "vitest";
import { day } from "~/core/time";
import { findConsent } from "~/messages/consent/consents.server";
import { conversationRows } from "../support/http-actions";
import { phone, reminded } from "../visits/reminder-replies/clinic";

async function state({ app, isConfirmed, isUnanswered }: Awaited<ReturnType<typeof reminded>>) {
  const { hold } = await app.db
    .selectFrom("threads")
    .select("hold")
    .where("phone", "=", phone)
    .executeTakeFirstOrThrow();
  const consent = await findConsent(app.db, phone);
  return { consent, hold, confirmed: await isConfirmed(), unanswered: await isUnanswered() };
}

const unchanged = { consent: "given", hold: null, confirmed: false, unanswered: false };

async function afterReminder(...texts: string[]) {
  const clinic = await reminded();
  const answers: string[] = [];
  for (const text of texts) answers.push(...(await clinic.reply(text)));
  return { answers, ...(await state(clinic)) };
}

test.each([
  "Loved “Reply STOP to opt out”",
  "Liked “Reply OK if you'll be there, or CHANGE for another time.”",
  "👍 to “Reply OK if you'll be there”",
  "Removed a heart from “Reply STOP to opt out”",
  "Le gustó “Responda ALTO para no recibir más mensajes”",
  "I'm driving with Do Not Disturb turned on. I'll see your message when I get where I'm going.",
  "Auto-reply: YES, we got your message. Reply STOP to opt out.",
])("%j changes nothing and needs no answer", async (text) => {
  expect(await afterReminder(text)).toEqual({ answers: [], ...unchanged });
});

test("a quoted reminder changes nothing, and the words with it count", async () => {
  const clinic = await reminded();
  const [{ body } = { body: "" }] = await conversationRows(clinic.app, phone);
  expect(await clinic.reply(body)).toEqual([]);
  expect(await state(clinic)).toEqual(unchanged);
  expect(await clinic.reply(`${body}\nOK`)).toHaveLength(1);
  expect(await state(clinic)).toEqual({ ...unchanged, confirmed: true });
  await clinic.reply(`STOP\n> ${body}`);
  expect(await state(clinic)).toMatchObject({ consent: "withdrawn" });
});

test("words after a reaction count", async () => {
  expect(await afterReminder("Loved “Reminder” stop texting me")).toMatchObject({ consent: "withdrawn" });
});

test("an automatic reply that says not to text pauses automated texts", async () => {
  expect(await afterReminder("Automatic reply: please stop texting this number")).toMatchObject({
    consent: "given",
    hold: "possible_opt_out",
  });
});

test("a thumbs up confirms a reminded visit, and other emoji are left to staff", async () => {
  expect(await afterReminder("👍")).toMatchObject({ ...unchanged, confirmed: true });
  expect(await afterReminder("😢")).toEqual({ answers: [], ...unchanged, unanswered: true });
});

test("several texts in a row count one by one", async () => {
  const texts = ["OK", "Liked “See you”", "STOP"];
  expect(await afterReminder(...texts)).toMatchObject({
    ...unchanged,
    confirmed: true,
    consent: "withdrawn",
  });
});

test("a reaction leaves an earlier question unanswered", async () => {
  expect(await afterReminder("Where is my mask?", "Loved “Reminder”")).toMatchObject({ unanswered: true });
});

test("STOP opts out three years after the last text", async () => {
  const clinic = await reminded();
  clinic.app.clock.advance(3 * 365 * day);
  await clinic.reply("STOP");
  expect(await state(clinic)).toMatchObject({ consent: "withdrawn" });
});
