import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { hashPassword, isPassword } from "~/accounts/passwords/hash-password.server";
import { signInStaff } from "~/accounts/sign-in/sign-in.server";
import type { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import { minute, second } from "~/core/time";
import { auditLogOf } from "../support/acts";
import { scratchApp } from "../support/scratch";
import { seedTherapist, seedUser } from "../support/seed";

const from = { address: "203.0.113.7", agent: "a browser" };

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error("The sign-in was not refused.");
    },
    (error: unknown) => error as Refusal,
  );

test("signing in returns the user and their start page", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["therapist", "supervisor"], { email: "ann@clinic.example", name: "Ann" });
  await seedTherapist(app, { user_id: user.id, name: "Ann Lee" });
  const login = await signInStaff(app, { email: user.email, password: user.password, ...from });
  expect(login).toMatchObject({
    roles: ["supervisor", "therapist"],
    role: "supervisor",
    user: { email: "ann@clinic.example", name: "Ann" },
    user_id: user.id,
    therapist_name: "Ann Lee",
    home: "/supervisordashboard",
  });
});

test("a session is stored as a hash, and the audit log records the sign-in", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  const login = await signInStaff(app, { email: user.email, password: user.password, ...from });
  const token = "token" in login ? login.token : "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const session = await app.reads.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  expect(session).toMatchObject({ token_hash: hashToken(token), user_id: user.id, kind: "staff" });
  const [entry] = await auditLogOf(app);
  expect(entry).toMatchObject({ action: "sign-in.done", user_email: user.email, address: from.address });
});

test("two-step sign-in is required even if it is turned on during the password check", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  // These hashes delay the password check long enough to turn on two-step sign-in during it.
  const before = Promise.all(Array.from({ length: 6 }, () => hashPassword("another password")));
  const login = signInStaff(app, { email: user.email, password: user.password, ...from });
  await expect
    .poll(() => app.reads.selectFrom("limits").select("key").execute(), { interval: 1 })
    .toHaveLength(2);
  await nextTurn();
  await app.db.updateTable("users").set({ two_step: "email" }).execute();
  expect(await login).toMatchObject({ mfa_required: true, way: "email" });
  await before;
});

test("a wrong password and an unknown email address get the same response, and a hash is computed for both", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  const wrong = await refusalOf(signInStaff(app, { email: user.email, password: "wrong", ...from }));
  const unknown = await refusalOf(
    signInStaff(app, { email: "no@clinic.example", password: "wrong", ...from }),
  );
  expect([wrong.code, wrong.message]).toEqual(["signed-out", "Invalid email or password."]);
  expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
  expect(await auditLogOf(app)).toMatchObject([
    { action: "sign-in.failed", user_email: user.email },
    { action: "sign-in.failed", user_email: "no@clinic.example" },
  ]);
});

test("a closed account and one without a password can't sign in", async () => {
  const app = scratchApp();
  const closed = await seedUser(app, ["admin"], { disabled_at: app.clock.now() });
  const invited = await seedUser(app, ["admin"], { password_hash: null });
  for (const user of [closed, invited]) {
    const refusal = await refusalOf(
      signInStaff(app, { email: user.email, password: user.password, ...from }),
    );
    expect(refusal.message).toBe("Invalid email or password.");
  }
});

test("ten failed sign-ins lock an account for 15 minutes, even if the next password is correct", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  for (let i = 0; i < 10; i++) {
    const attempt = { email: user.email, password: "wrong", address: `203.0.113.${i}`, agent: null };
    expect((await refusalOf(signInStaff(app, attempt))).code).toBe("signed-out");
  }
  const right = { email: user.email, password: user.password, ...from };
  expect(await refusalOf(signInStaff(app, right))).toMatchObject({ code: "too-many", retryAfter: 900 });
  app.clock.advance(15 * minute + second);
  expect(await signInStaff(app, right)).toHaveProperty("token");
});

test("a correct password clears earlier failed sign-ins", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  for (let i = 0; i < 9; i++) {
    await refusalOf(signInStaff(app, { email: user.email, password: "wrong", ...from }));
  }
  const right = { email: user.email, password: user.password, ...from };
  await signInStaff(app, right);
  for (let i = 0; i < 9; i++) {
    await refusalOf(signInStaff(app, { email: user.email, password: "wrong", ...from }));
  }
  expect(await signInStaff(app, right)).toHaveProperty("token");
});

test("twenty failed sign-ins from one address lock that address, no matter which accounts were used", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  for (let i = 0; i < 20; i++) {
    await refusalOf(signInStaff(app, { email: `nobody${i}@clinic.example`, password: "wrong", ...from }));
  }
  const right = { email: user.email, password: user.password };
  expect((await refusalOf(signInStaff(app, { ...right, ...from }))).code).toBe("too-many");
  expect(await signInStaff(app, { ...right, address: "203.0.113.8", agent: null })).toHaveProperty("token");
});

test("simultaneous guesses are counted the same as consecutive ones", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  const refusals = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      refusalOf(
        signInStaff(app, {
          email: user.email,
          password: `guess ${i}`,
          address: `198.51.100.${i}`,
          agent: null,
        }),
      ),
    ),
  );
  expect(refusals.filter((refusal) => refusal.code === "signed-out")).toHaveLength(10);
  expect(refusals.filter((refusal) => refusal.code === "too-many")).toHaveLength(20);
});

test("if too many users are signing in at the same time, the next one has to wait, and the attempt isn't counted", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  const login = { email: user.email, password: user.password, ...from };
  const hashes = Array.from({ length: 150 }, () => isPassword(user.password, user.password_hash));
  const allowed = Promise.allSettled(hashes);
  const refusal = await refusalOf(signInStaff(app, login));
  expect([refusal.code, refusal.message, refusal.retryAfter]).toEqual([
    "too-many",
    "Too many people are signing in. Please try again in a moment.",
    5,
  ]);
  expect(await app.db.selectFrom("limits").selectAll().execute()).toEqual([]);
  const served = (await allowed).filter(({ status }) => status === "fulfilled").length;
  expect(served).toBeLessThanOrEqual(102);
  expect(await signInStaff(app, login)).toHaveProperty("token");
});
