import { expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { newToken } from "~/core/secrets.server";
import { hour, minute, second } from "~/core/time";
import { type ClientInfo, operator } from "~/core/who";
import { findPressure } from "~/orders/access/code-guess-limits.server";
import { chanceOf, isBrakeOn, isFactDue, type Pressure } from "~/orders/access/code-guess-odds";
import { generateCode } from "~/orders/access/generate-code.server";
import { makeAccessCode } from "~/orders/access/make-access-code.server";
import { signInByCode } from "~/orders/access/sign-in/sign-in-by-code.server";
import { outboxOf } from "../../support/http-actions";
import { scratchApp, type TestClock, testClock } from "../../support/scratch";
import { seedDatabase, seedOrder } from "../../support/seed";

const unit = 1e-10;
const day = 24 * 60;

/**
 * Simulates a day of guessing under the real limits: every address guesses as often as it's allowed to and
 * supplies the second fact whenever it's required. Returns the chance that a guess succeeds.
 */
function guessAllDay(
  addresses: number,
  live: number,
): { chance: number; secondFactAt: number; lockdownAt: number } {
  const pressure: Pressure = { live, wrong: 0, spent: 0 };
  let missed = 1;
  let secondFactAt = Number.POSITIVE_INFINITY;
  let lockdownAt = Number.POSITIVE_INFINITY;
  for (let now = 0; now < day; now += 15) {
    for (let guess = 0; guess < addresses * 5; guess++) {
      const withFact = isFactDue(pressure);
      if (withFact) secondFactAt = Math.min(secondFactAt, now);
      if (isBrakeOn(pressure)) {
        lockdownAt = Math.min(lockdownAt, now);
        break;
      }
      const chance = chanceOf(pressure, withFact);
      missed *= 1 - chance * unit;
      pressure.wrong++;
      pressure.spent += chance;
    }
  }
  return { chance: 1 - missed, secondFactAt, lockdownAt };
}

test.each([
  [10_000, 500],
  [10_000, 80],
  [1_000_000, 20],
  [1000, 5000],
  [10_000, 1],
  [100, 1000],
])(
  "when %i addresses guess at %i live codes for a day, the odds of a hit stay below 1 in 1,000",
  (addresses, live) => {
    expect(guessAllDay(addresses, live).chance).toBeLessThan(1 / 1000);
  },
);

test("the second fact is required shortly before the budget is used up", () => {
  expect(isFactDue({ live: 80, wrong: 0, spent: 0 })).toBe(false);
  expect(isFactDue({ live: 80, wrong: 9, spent: 9 * 80 * 10_000 })).toBe(false);
  expect(isFactDue({ live: 80, wrong: 13, spent: 0 })).toBe(true);
  expect(isFactDue({ live: 80, wrong: 11, spent: 11 * 80 * 10_000 })).toBe(true);
  expect(isFactDue({ live: 1001, wrong: 0, spent: 0 })).toBe(true);
});

async function clinicWith(codes: number, clock: TestClock = testClock()) {
  const app = scratchApp({}, clock);
  await seedDatabase(app);
  await app.db.transaction().execute(async (trx) => {
    for (let patient = 0; patient < codes; patient++) {
      const order = await seedOrder({ db: trx, clock }, { brightree_db: "QHMS" });
      await makeAccessCode({ trx, app }, order.id, { phone: order.phone, email: null });
    }
  });
  const sent = await generateCode(app, operator, {
    patient_id: 7,
    brightree_db: "QHMS",
    phone: "+19195558642",
  });
  return { app, ...sent };
}

/** Sets the combined chance of the last hour's guesses, in units of 1e-10. */
const setGuessOdds = (app: App, points: number) =>
  app.db
    .insertInto("limits")
    .values({
      key: `guessed-chance:${Math.floor(app.clock.now() / hour)}`,
      points,
      expires_at: app.clock.now() + 25 * hour,
    })
    .execute();

let hosts = 0;
const stranger = (): ClientInfo => {
  hosts++;
  return {
    address: `10.${hosts >> 16}.${(hosts >> 8) & 255}.${hosts & 255}`,
    agent: null,
    browser: newToken(),
  };
};
const outcomeOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** Makes this many guesses, each from a new address. */
async function makeGuesses(
  app: Awaited<ReturnType<typeof clinicWith>>["app"],
  guesses: number,
): Promise<void> {
  for (let guess = 0; guess < guesses; guess++) {
    const code = String(guess).padStart(6, "0");
    await outcomeOf(signInByCode(app, stranger(), { code, phone_last4: guess % 2 ? "0001" : undefined }));
  }
}

test("with 500 live codes, a patient can sign in with the second fact while strangers are guessing", async () => {
  const { app, code, orderId } = await clinicWith(500);
  await makeGuesses(app, 300);
  const refusal = await outcomeOf(signInByCode(app, stranger(), { code }));
  expect((refusal as Refusal).extra).toEqual({ need: "phone_last4" });
  const patient = await signInByCode(app, stranger(), { code, phone_last4: "8642" });
  expect(patient.orderId).toBe(orderId);
});

test("while the second fact is required, a guess without it reveals nothing and is not counted", async () => {
  const { app, code } = await clinicWith(5);
  await setGuessOdds(app, 9_000_000);
  const before = await findPressure(app);
  const right = (await outcomeOf(signInByCode(app, stranger(), { code }))) as Refusal;
  const wrong = (await outcomeOf(signInByCode(app, stranger(), { code: "000000" }))) as Refusal;
  expect([right.code, right.message, right.extra]).toEqual([wrong.code, wrong.message, wrong.extra]);
  expect(await findPressure(app)).toEqual(before);
});

test("a wrong second fact gets the same response as a wrong code", async () => {
  const { app, code } = await clinicWith(5);
  await setGuessOdds(app, 9_000_000);
  const fact = (await outcomeOf(signInByCode(app, stranger(), { code, phone_last4: "0000" }))) as Refusal;
  const both = (await outcomeOf(
    signInByCode(app, stranger(), { code: "000000", phone_last4: "8642" }),
  )) as Refusal;
  expect([fact.code, fact.message, fact.extra]).toEqual([both.code, both.message, both.extra]);
});

test("after too many guesses, all codes stop working and the patient gets a new link immediately", async () => {
  const { app, code, link, orderId } = await clinicWith(5);
  await setGuessOdds(app, 9_900_000);
  const sentBefore = await outboxOf(app);
  const wrong = (await outcomeOf(
    signInByCode(app, stranger(), { code: "000000", phone_last4: "8642" }),
  )) as Refusal;
  const right = (await outcomeOf(signInByCode(app, stranger(), { code, phone_last4: "8642" }))) as Refusal;
  expect([right.code, right.message, right.extra]).toEqual([wrong.code, wrong.message, wrong.extra]);
  const notices = await outboxOf(app);
  expect(notices.slice(sentBefore.length)).toMatchObject([{ recipient: "+19195558642", order_id: orderId }]);
  expect(app.secrets.open(notices.at(-1)?.body_sealed ?? "")).toContain(link);

  const clearLimits = () => app.db.deleteFrom("limits").execute();
  await clearLimits();
  const stale = (await outcomeOf(signInByCode(app, stranger(), { code, phone_last4: "8642" }))) as Refusal;
  expect(stale.message).toContain("That code didn't work.");
});

test("a day later, the code is enough to sign in again", async () => {
  const { app, code } = await clinicWith(100);
  await makeGuesses(app, 30);
  expect(await outcomeOf(signInByCode(app, stranger(), { code }))).toBeInstanceOf(Refusal);
  app.clock.advance(25 * hour);
  expect(await signInByCode(app, stranger(), { code })).toMatchObject({ patient_id: 7 });
});

test("attempt counts survive a restart", async () => {
  const { app, code } = await clinicWith(3);
  const { address } = stranger();
  const visitor = () => ({ ...stranger(), address });
  for (let guess = 0; guess < 5; guess++) {
    await outcomeOf(signInByCode(app, visitor(), { code: `00000${guess}` }));
  }
  const restarted = scratchApp({ DATA_DIR: app.config.dataDir }, app.clock);
  restarted.clock.advance(minute - second);
  expect(await outcomeOf(signInByCode(restarted, visitor(), { code }))).toMatchObject({ code: "too-many" });
  expect(await findPressure(restarted)).toMatchObject({ wrong: 5, live: 4 });
});
