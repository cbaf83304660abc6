import { expect, test } from "vitest";
import { endSessionsOfUser, findSession, listOpenSessions, openSession } from "~/accounts/sessions.server";
import { listOwnSessions } from "~/accounts/sign-in/own-sessions.server";
import { hashToken } from "~/core/secrets.server";
import { hour, minute } from "~/core/time";
import { sweep } from "~/db/sweep.server";
import { monday, scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit } from "../support/seed";

/** Signs a therapist in on Monday. */
async function aTherapist() {
  const app = scratchApp();
  await seedDatabase(app, "QHMS");
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id });
  const enter = (userId: number) =>
    app.db
      .transaction()
      .execute((trx) =>
        openSession(
          trx,
          { kind: "staff", userId },
          { now: app.clock.now(), address: "192.0.2.1", agent: null },
        ),
      );
  const token = await enter(user.id);
  const book = async (start: number, status = "confirmed") =>
    seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: therapist.id,
      start_at: monday + start,
      end_at: monday + start + 45 * minute,
      status,
    });
  /** Whether the session is open some time after the sign-in. Leaves it in the database. */
  const isOpenAfter = async (after: number, of = token) => {
    const at = { now: monday + after, staffIdleMinutes: 30 };
    return (await listOpenSessions(app.reads, [hashToken(of)], at)).size === 1;
  };
  const use = (after: number) =>
    app.db
      .updateTable("sessions")
      .set({ last_seen_at: monday + after })
      .execute();
  return { app, user, therapist, token, enter, book, isOpenAfter, use };
}

test("an idle session stays open during its therapist's visit and for 15 minutes after it", async () => {
  const { app, token, book, isOpenAfter } = await aTherapist();
  await book(20 * minute);
  expect(await isOpenAfter(30 * minute)).toBe(true);
  expect(await isOpenAfter(80 * minute - 1)).toBe(true);
  expect(await isOpenAfter(80 * minute)).toBe(false);
  app.clock.set(monday + 79 * minute);
  expect(await findSession(app, token, app.clock.now(), 30)).not.toBeNull();
  app.clock.set(monday + 80 * minute);
  expect(await findSession(app, token, app.clock.now(), 30)).toBeNull();
});

test("a session that ended before a visit doesn't open again during it", async () => {
  const { book, isOpenAfter } = await aTherapist();
  await book(31 * minute);
  expect(await isOpenAfter(40 * minute)).toBe(false);
});

test("visits that follow each other within 15 minutes keep a session open, even beyond 12 hours", async () => {
  const { book, isOpenAfter, use } = await aTherapist();
  await use(11.9 * hour);
  await book(11.5 * hour);
  await book(12.25 * hour + 10 * minute);
  expect(await isOpenAfter(12.5 * hour)).toBe(true);
  expect(await isOpenAfter(13.25 * hour)).toBe(true);
  expect(await isOpenAfter(13.25 * hour + 10 * minute)).toBe(false);
});

test.each([
  ["confirmed", true],
  ["completed", true],
  ["no show", true],
  ["submitted", false],
  ["cancelled", false],
])("a %s visit keeps its therapist's session open: %s", async (status, isKept) => {
  const { book, isOpenAfter } = await aTherapist();
  await book(20 * minute, status);
  expect(await isOpenAfter(40 * minute)).toBe(isKept);
});

test("a visit keeps open only its own therapist's sessions", async () => {
  const { app, book, enter, isOpenAfter } = await aTherapist();
  const other = await seedUser(app, ["therapist"]);
  await seedTherapist(app, { user_id: other.id });
  const [otherToken, staffToken] = [await enter(other.id), await enter((await seedUser(app, ["staff"])).id)];
  await book(20 * minute);
  expect(await isOpenAfter(40 * minute, otherToken)).toBe(false);
  expect(await isOpenAfter(40 * minute, staffToken)).toBe(false);
});

test("signing out everywhere ends the sessions even during a visit", async () => {
  const { app, user, token, book } = await aTherapist();
  await book(0);
  await endSessionsOfUser(app.db, user.id);
  expect(await findSession(app, token, monday + minute, 30)).toBeNull();
});

test("neither the hourly cleanup nor another sign-in deletes a session during a visit", async () => {
  const { app, user, token, book, enter } = await aTherapist();
  await book(20 * minute);
  app.clock.set(monday + 50 * minute);
  const config = { staffIdleMinutes: 30 };
  await sweep({ db: app.db, clock: app.clock, config });
  await enter(user.id);
  expect(await findSession(app, token, app.clock.now(), 30)).not.toBeNull();
  app.clock.set(monday + 80 * minute);
  await sweep({ db: app.db, clock: app.clock, config });
  app.clock.set(monday + 50 * minute);
  expect(await findSession(app, token, app.clock.now(), 30)).toBeNull();
});

test("the list of sessions shows the end after the visit", async () => {
  const { app, user, book } = await aTherapist();
  await book(20 * minute);
  const session = await app.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  const who = {
    ...user,
    kind: "staff" as const,
    userId: user.id,
    sessionId: session.id,
    therapistId: null,
    therapistName: null,
    roles: [],
    address: null,
  };
  Object.assign(app.config, { staffIdleMinutes: 30 });
  expect(await listOwnSessions(app, who)).toMatchObject([{ expires_at: monday + 80 * minute }]);
});
