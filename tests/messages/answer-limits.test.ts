import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { findConsent } from "~/messages/consent/consents.server";
import { conversationRows, rowsTo, say } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedClinic } from "../support/seed";

const phone = "+19195550123";

test("a number gets at most three answers to HELP an hour, and staff see the next one", async () => {
  const app = scratchApp();
  await seedClinic(app);
  const answers = async () => (await rowsTo(app, phone)).filter(({ kind }) => kind === "help").length;
  const isUnanswered = async () =>
    (await app.db.selectFrom("threads").select("last_dir").where("phone", "=", phone).executeTakeFirst())
      ?.last_dir === "in";

  for (let count = 1; count <= 3; count++) {
    await say(app, phone, "HELP");
    expect([await answers(), await isUnanswered()]).toEqual([count, false]);
    app.clock.advance(minute);
  }
  for (const word of ["HELP", "ayuda", "info please"]) await say(app, phone, word);
  expect([await answers(), await isUnanswered()]).toEqual([3, true]);
  expect(await conversationRows(app, phone)).toHaveLength(9);

  app.clock.advance(hour);
  await say(app, phone, "HELP");
  expect(await answers()).toBe(4);
});

test("an opt-out works after any number of texts, and HELP then gets no answer", async () => {
  const app = scratchApp();
  await seedClinic(app);
  for (let count = 1; count <= 5; count++) await say(app, phone, "HELP");
  await say(app, phone, "STOP");
  expect(await findConsent(app.db, phone)).toBe("withdrawn");
  app.clock.advance(2 * hour);
  await say(app, phone, "HELP");
  expect((await rowsTo(app, phone)).filter(({ kind }) => kind === "help")).toHaveLength(3);
});
