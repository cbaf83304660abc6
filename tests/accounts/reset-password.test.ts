import { expect, test } from "vitest";
import { changePassword } from "~/accounts/passwords/change-password.server";
import { refuseGuessablePassword } from "~/accounts/passwords/refuse-guessable-password.server";
import { requestPasswordReset } from "~/accounts/passwords/request-password-reset.server";
import { resetPassword } from "~/accounts/passwords/reset-password.server";
import { makeEmergencyLink } from "~/accounts/passwords/send-reset-link.server";
import { openSession } from "~/accounts/sessions.server";
import { signInStaff } from "~/accounts/sign-in/sign-in.server";
import { minute } from "~/core/time";
import { outboxOf } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedUser } from "../support/seed";
import { staffOf } from "../support/users";

const address = "203.0.113.7";
const over = {
  code: "invalid",
  message: "This link has expired or was already used. Please request a new one.",
};

async function requestReset(fields: Parameters<typeof seedUser>[2] = {}) {
  const app = scratchApp();
  const user = await seedUser(app, ["supervisor"], fields);
  await requestPasswordReset(app, user.email, address);
  return { app, user, token: await newestToken(app, user.email) };
}

async function newestToken(app: ReturnType<typeof scratchApp>, recipient: string) {
  const mail = await app.reads
    .selectFrom("outbox")
    .select("body_sealed")
    .where("recipient", "=", recipient)
    .where("kind", "=", "password-reset")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return /\/reset-password\/([\w-]{43})/.exec(mail ? app.secrets.open(mail.body_sealed) : "")?.[1] ?? "";
}

test("a reset link works only once and ends all of the user's sessions", async () => {
  const { app, user, token } = await requestReset();
  await openSession(
    app.db,
    { kind: "staff", userId: user.id },
    { now: app.clock.now(), address, agent: null },
  );
  await resetPassword(app, token, "a better password", address);
  expect(await app.reads.selectFrom("sessions").selectAll().execute()).toEqual([]);
  const login = { email: user.email, address, agent: null };
  await expect(signInStaff(app, { ...login, password: user.password })).rejects.toMatchObject({
    code: "signed-out",
  });
  expect(await signInStaff(app, { ...login, password: "a better password" })).toHaveProperty("token");
  await expect(resetPassword(app, token, "yet another one", address)).rejects.toMatchObject(over);
});

test("a reset link used twice at the same time works only once", async () => {
  const { app, token } = await requestReset();
  const results = await Promise.allSettled([
    resetPassword(app, token, "a better password", address),
    resetPassword(app, token, "an even better one", address),
  ]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("if a password is reset and changed at the same time, only one of the two succeeds", async () => {
  const { app, user, token } = await requestReset();
  // Loads the list of common passwords first, so that the reset computes one hash and the change two.
  await refuseGuessablePassword("seven gentle herons", []);
  const results = await Promise.allSettled([
    resetPassword(app, token, "a better password", address),
    changePassword(app, staffOf({ userId: user.id, email: user.email }), {
      current: user.password,
      password: "an even better one",
      address,
      agent: null,
    }),
  ]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a reset link expires after 60 minutes", async () => {
  const { app, token } = await requestReset();
  app.clock.advance(60 * minute);
  await expect(resetPassword(app, token, "a better password", address)).rejects.toMatchObject(over);
});

test("only the newest reset link works", async () => {
  const { app, user, token } = await requestReset();
  await requestPasswordReset(app, user.email, address);
  await expect(resetPassword(app, token, "a better password", address)).rejects.toMatchObject(over);
  await resetPassword(app, await newestToken(app, user.email), "a better password", address);
});

test("a common password is refused and the link still works", async () => {
  const { app, token } = await requestReset();
  await expect(resetPassword(app, token, "password1", address)).rejects.toMatchObject({ code: "invalid" });
  await resetPassword(app, token, "a better password", address);
});

test("the reset link is stored as a hash, and nothing is sent to an unknown address", async () => {
  const { app, token } = await requestReset();
  const stored = await app.reads.selectFrom("password_tokens").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  await requestPasswordReset(app, "stranger@mail.example", address);
  const mails = await outboxOf(app);
  expect(mails.map((mail) => mail.recipient)).not.toContain("stranger@mail.example");
});

test("a request for an unknown email address takes as long as one for a known address", async () => {
  const app = scratchApp();
  await seedUser(app, ["admin"]);
  const known = await seedUser(app, ["supervisor"]);
  let work: string[] = [];
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      work.push(node.kind === "RawNode" ? node.sqlFragments.join("?") : node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  async function workOf(email: string) {
    work = [];
    await requestPasswordReset({ ...app, db }, email, address);
    return work.filter((statement) => statement !== "rollback to password_link");
  }
  const forKnown = await workOf(known.email);
  expect(forKnown.filter((kind) => kind === "InsertQueryNode").length).toBeGreaterThanOrEqual(3);
  expect(await workOf("stranger@mail.example")).toEqual(forKnown);
  const tokens = await app.reads.selectFrom("password_tokens").select("user_id").execute();
  expect(tokens).toEqual([{ user_id: known.id }]);
  expect(await app.reads.selectFrom("outbox").select("recipient").execute()).toEqual([
    { recipient: known.email },
  ]);
});

test("after three reset links in 15 minutes, no more are sent, and the response stays the same", async () => {
  const { app, user } = await requestReset();
  for (let i = 0; i < 4; i++) await requestPasswordReset(app, user.email, address);
  const mails = await outboxOf(app);
  expect(mails).toHaveLength(3);
});

test("the reset link is also texted if the user's two-step method is text messages", async () => {
  const { app, user } = await requestReset({ phone: "+19195550142", two_step: "sms" });
  const channels = await app.reads.selectFrom("outbox").select(["channel", "recipient"]).execute();
  expect(channels).toEqual([
    { channel: "email", recipient: user.email },
    { channel: "sms", recipient: "+19195550142" },
  ]);
});

test("a new password unlocks a locked account", async () => {
  const { app, user, token } = await requestReset();
  for (let i = 0; i < 10; i++) {
    await signInStaff(app, {
      email: user.email,
      password: "x",
      address: `198.51.100.${i}`,
      agent: null,
    }).catch(() => undefined);
  }
  await resetPassword(app, token, "a better password", address);
  const login = { email: user.email, password: "a better password", address, agent: null };
  expect(await signInStaff(app, login)).toHaveProperty("token");
});

test("the users:link command prints a reset link and is recorded in the audit log as an emergency", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"], { two_step: "email" });
  const link = await makeEmergencyLink(app, { email: user.email, twoStepOff: true });
  await resetPassword(app, link.split("/").at(-1) ?? "", "a better password", null);
  const login = { email: user.email, password: "a better password", address, agent: null };
  expect(await signInStaff(app, login)).toHaveProperty("token");
  const entry = await app.reads.selectFrom("audit_log").selectAll().orderBy("id").executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    user_email: "command line",
    action: "access.emergency",
    subject: `user ${user.id}`,
  });
  await expect(
    makeEmergencyLink(app, { email: "no@clinic.example", twoStepOff: false }),
  ).rejects.toMatchObject({
    code: "missing",
  });
});
