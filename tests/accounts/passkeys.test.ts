import { expect, test } from "vitest";
import { addPasskey } from "~/accounts/passkeys/add-passkey.server";
import { offerPasskey, relyingParty } from "~/accounts/passkeys/passkey-challenges.server";
import { listPasskeys } from "~/accounts/passkeys/passkeys.server";
import { removePasskey } from "~/accounts/passkeys/remove-passkey.server";
import { askForPasskey, signInByPasskey } from "~/accounts/passkeys/sign-in-by-passkey.server";
import { openSession } from "~/accounts/sessions.server";
import { turnOffTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { signInStaff } from "~/accounts/sign-in/sign-in.server";
import { passkeysAsked } from "~/accounts/sign-in/sign-in-limits.server";
import { updateUser } from "~/accounts/users/update-user.server";
import { spent } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { hashToken } from "~/core/secrets.server";
import { minute, second } from "~/core/time";
import { operator, type Role } from "~/core/who";
import { auditLogOf } from "../support/acts";
import { scratchApp } from "../support/scratch";
import { seedUser } from "../support/seed";
import { softPasskey } from "../support/soft-passkey";
import { staffOf } from "../support/users";

const origin = "https://clinic.example";
const from = { address: "203.0.113.7", agent: "a browser" };

async function clinicWith(roles: Role[] = ["supervisor"], environment: Record<string, string> = {}) {
  const app = scratchApp({ PUBLIC_URL: origin, ...environment });
  const user = await seedUser(app, roles);
  const token = await app.db
    .transaction()
    .execute((trx) =>
      openSession(trx, { kind: "staff", userId: user.id }, { now: app.clock.now(), ...from }),
    );
  const session = await app.reads
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirstOrThrow();
  const who = staffOf({ userId: user.id, email: user.email, roles, sessionId: session.id });
  return { app, user, who };
}

async function withPasskey(...args: Parameters<typeof clinicWith>) {
  const clinic = await clinicWith(...args);
  const { app, who } = clinic;
  const passkey = softPasskey(origin);
  const codes = await addPasskey(app, who, {
    name: "Work laptop",
    response: passkey.make(await offerPasskey(app, who, {})),
  });
  const ask = () => askForPasskey(app, from);
  const enter = (response: ReturnType<typeof passkey.sign>) => signInByPasskey(app, { response, ...from });
  return { ...clinic, passkey, codes, ask, enter };
}

const tooLate = "This sign-in took too long. Please try again.";
const notVerified = "This passkey could not be verified. Try again, or sign in with your password.";
const notKnown =
  "This passkey doesn't match any account. It may have been removed. Sign in with your password.";

test("a user can sign in with just a passkey, and the time it was used is recorded", async () => {
  const { app, user, passkey, ask, enter } = await withPasskey();
  app.clock.advance(minute);
  expect(await enter(passkey.sign(await ask()))).toMatchObject({
    user_id: user.id,
    home: "/supervisordashboard",
  });
  const [listed] = await listPasskeys(app.reads, user.id);
  expect(listed).toMatchObject({ name: "Work laptop", last_used_at: app.clock.now() });
  expect((await auditLogOf(app)).map(({ action }) => action)).toEqual(["passkey.added", "sign-in.done"]);
});

test("a passkey counts as the second step required by REQUIRE_MFA", async () => {
  const { app, user, passkey, ask, enter } = await withPasskey(["admin"], { REQUIRE_MFA: "all" });
  expect(await enter(passkey.sign(await ask()))).toHaveProperty("token");
  const login = await signInStaff(app, { email: user.email, password: user.password, ...from });
  expect(login).toMatchObject({ mfa_required: true, way: "passkey", passkey: true });
});

test("after a user enters a password, only that user's passkey is accepted", async () => {
  const { app, user, passkey, enter } = await withPasskey();
  const login = await signInStaff(app, { email: user.email, password: user.password, ...from });
  const challenge = "challenge" in login ? login.challenge : "";
  const options = await askForPasskey(app, { challenge, ...from });
  expect(options.allowCredentials).toMatchObject([{ id: passkey.id }]);
  expect(await enter(passkey.sign(options))).toHaveProperty("token");
  app.clock.advance(11 * minute);
  await expect(askForPasskey(app, { challenge, ...from })).rejects.toMatchObject({ code: "signed-out" });
});

test("a signature for a different origin is refused", async () => {
  const { passkey, ask, enter } = await withPasskey();
  const elsewhere = passkey.sign(await ask(), { from: "https://clinic.example.evil.example" });
  await expect(enter(elsewhere)).rejects.toThrow(notVerified);
});

test("a signature without the user's fingerprint, face, or PIN is refused", async () => {
  const { passkey, ask, enter } = await withPasskey();
  await expect(enter(passkey.sign(await ask(), { verified: false }))).rejects.toThrow(notVerified);
});

test("a challenge that has expired or wasn't issued by Firstnight is refused", async () => {
  const { app, passkey, ask, enter } = await withPasskey();
  await expect(enter(passkey.sign({ challenge: "bm90LW91cnM" }))).rejects.toThrow(tooLate);
  const response = passkey.sign(await ask());
  app.clock.advance(5 * minute + second);
  await expect(enter(response)).rejects.toThrow(tooLate);
});

test("a signature works only once, and a refused signature also uses up its challenge", async () => {
  const { passkey, ask, enter } = await withPasskey();
  const options = await ask();
  const response = passkey.sign(options);
  await enter(response);
  await expect(enter(response)).rejects.toThrow(tooLate);
  const next = await ask();
  await expect(enter(passkey.sign(next, { verified: false }))).rejects.toThrow(notVerified);
  await expect(enter(passkey.sign(next))).rejects.toThrow(tooLate);
});

test("a passkey whose counter went backward is refused, because it may have been copied", async () => {
  const { app, user, passkey, ask, enter } = await withPasskey();
  passkey.setCounter(10);
  await enter(passkey.sign(await ask()));
  passkey.setCounter(5);
  await expect(enter(passkey.sign(await ask()))).rejects.toThrow(notVerified);
  expect((await auditLogOf(app)).at(-1)).toMatchObject({
    action: "sign-in.failed",
    subject: `user ${user.id}`,
  });
});

test("an unknown passkey and a closed account's passkey are refused", async () => {
  const { app, passkey, ask, enter } = await withPasskey();
  const unknown = softPasskey(origin);
  await expect(enter(unknown.sign(await ask()))).rejects.toThrow(notKnown);
  await app.db.updateTable("users").set({ disabled_at: 1 }).execute();
  await expect(enter(passkey.sign(await ask()))).rejects.toThrow(notVerified);
});

test("a removed passkey no longer works, and the user is notified when it is added and removed", async () => {
  const { app, user, who, passkey, codes, ask, enter } = await withPasskey();
  expect(codes).toHaveLength(10);
  const options = await ask();
  const [listed] = await listPasskeys(app.reads, user.id);
  await removePasskey(app, who, { id: listed?.id ?? 0 });
  await expect(enter(passkey.sign(options))).rejects.toThrow(notKnown);
  const notices = await app.reads
    .selectFrom("outbox")
    .select(["recipient", "kind"])
    .where("kind", "=", "passkey-changed")
    .execute();
  expect(notices).toEqual([
    { recipient: user.email, kind: "passkey-changed" },
    { recipient: user.email, kind: "passkey-changed" },
  ]);
  expect(await app.reads.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
});

test("adding or removing a passkey more than ten minutes after sign-in requires the password", async () => {
  const { app, user, who } = await withPasskey();
  app.clock.advance(11 * minute);
  const id = (await listPasskeys(app.reads, user.id))[0]?.id ?? 0;
  await expect(offerPasskey(app, who, {})).rejects.toMatchObject({ fields: { current: expect.anything() } });
  await expect(offerPasskey(app, who, { current: "wrong" })).rejects.toThrow("That password is incorrect.");
  await expect(removePasskey(app, who, { id })).rejects.toMatchObject({ code: "invalid" });
  expect(await offerPasskey(app, who, { current: user.password })).toHaveProperty("challenge");
  await removePasskey(app, who, { id, current: user.password });
});

test("a challenge can add only one passkey, only from this origin, and only for the user who requested it", async () => {
  const { app, who } = await clinicWith();
  const other = await seedUser(app, ["supervisor"]);
  const passkey = softPasskey(origin);
  const response = passkey.make(await offerPasskey(app, who, {}));
  const name = "Mine";
  const stranger = staffOf({ userId: other.id, email: other.email });
  await expect(addPasskey(app, stranger, { name, response })).rejects.toThrow("This took too long");
  await addPasskey(app, who, { name, response });
  await expect(addPasskey(app, who, { name, response })).rejects.toThrow("This took too long");
  const again = passkey.make(await offerPasskey(app, who, {}));
  await expect(addPasskey(app, who, { name, response: again })).rejects.toThrow("already on your account");
  const foreign = softPasskey(origin).make(await offerPasskey(app, who, {}), "https://evil.example");
  await expect(addPasskey(app, who, { name, response: foreign })).rejects.toThrow("could not be verified");
});

test("turning off two-step sign-in removes a user's passkeys if an admin does it, but not if the user does it", async () => {
  const { app, user, who, passkey, ask, enter } = await withPasskey(["admin"]);
  await app.db.updateTable("users").set({ two_step: "email" }).execute();
  await turnOffTwoStep(app, who, user.password);
  expect(await enter(passkey.sign(await ask()))).toHaveProperty("token");
  expect(await app.reads.selectFrom("recovery_codes").selectAll().execute()).toHaveLength(10);
  await updateUser(app, operator, { id: user.id, two_step: "off" });
  await expect(enter(passkey.sign(await ask()))).rejects.toThrow(notKnown);
  expect(await signInStaff(app, { email: user.email, password: user.password, ...from })).toHaveProperty(
    "token",
  );
});

test("passkeys are unavailable if the installation's public address is an IP address", async () => {
  expect(relyingParty("http://127.0.0.1:3000")).toBeNull();
  expect(relyingParty("https://[2001:db8::1]")).toBeNull();
  expect(relyingParty("https://visits.clinic.example:8443")).toEqual({
    origin: "https://visits.clinic.example:8443",
    rpId: "visits.clinic.example",
  });
  const { app, who } = await clinicWith(["supervisor"], { PUBLIC_URL: "http://127.0.0.1:3000" });
  await expect(offerPasskey(app, who, {})).rejects.toMatchObject({ code: "conflict" });
});

test("a successful sign-in with a passkey doesn't count toward the limit", async () => {
  const { app, passkey, ask, enter } = await withPasskey();
  const starts = () => spent(app, passkeysAsked, clientKey(from.address));
  const options = await ask();
  expect(await starts()).toBe(1);
  await enter(passkey.sign(options));
  expect(await starts()).toBe(0);
});
