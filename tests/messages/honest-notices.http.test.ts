import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { startFakeTwilio } from "../support/fake-twilio";
import { startMailServer } from "../support/mail-server";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

type Server = Awaited<ReturnType<typeof startServer>>;

async function signedIn({ app, url }: Server, role: "admin" | "supervisor") {
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, [role])).id);
  return client;
}

/** Adds a code for a new order on the page Manual Add. */
async function addCode(server: Server) {
  await seedClinic(server.app);
  const order = await seedOrder(server.app);
  const page = await PlainPage.open(await signedIn(server, "supervisor"), "/supervisordashboard/codes/new");
  const shown = await page.press("Submit", {
    email: "ruth@mail.example",
    phone: "(919) 555-0177",
    patient_id: String(order.patient_id),
    sales_order_no: order.sales_order_no ?? "",
    brightree_db: order.brightree_db,
  });
  return { shown, order };
}

const addUser = async (server: Server) => {
  const page = await PlainPage.open(await signedIn(server, "admin"), "/admin");
  return page.press("Add User", { email: "new@clinic.example", phone: "(919) 555-0123" });
};

const codeSent = "✅ Code sent via SMS + Email!";

test("without providers, a new code is saved, and the page shows that nothing was sent, with the link", async () => {
  const server = await startServer();
  const { shown } = await addCode(server);
  expect(shown.text).not.toContain("✅");
  expect(shown.text).toContain("Code saved. Texts and email aren't set up, so nothing was sent.");
  const [link = ""] = shown.values("link");
  expect((await PlainPage.open(new Client(server.url), new URL(link).pathname)).status).toBe(200);
  const again = await shown.press(/^Resend the code/);
  expect(again.text).not.toContain("✅");
  expect(again.text).toContain("Code saved. Texts and email aren't set up, so nothing was sent.");
});

test("with providers, a code that both accepted is reported as sent", async () => {
  const [twilio, mail] = [await startFakeTwilio(), await startMailServer()];
  const server = await startServer({ ...twilio.environment, ...mail.environment, REQUIRE_MFA: "off" });
  const { shown } = await addCode(server);
  expect(shown.text).toContain(codeSent);
  expect(shown.values("link")).toEqual([]);
  expect([twilio.messages.length, mail.arrived.length]).toEqual([1, 1]);
  expect((await shown.press(/^Resend the code/)).text).toContain("✅ Code resent");
});

test("a text that the provider refuses is reported with the reason, and the email as sent", async () => {
  const twilio = await startFakeTwilio(() => ({ error: { status: 400, code: 21211 } }));
  const mail = await startMailServer();
  const server = await startServer({ ...twilio.environment, ...mail.environment, REQUIRE_MFA: "off" });
  const { shown } = await addCode(server);
  expect(shown.text).not.toContain("✅");
  expect(shown.text).toContain("Code saved. The email was sent. The text was not sent: ");
});

test("a code that goes only by text or only by email is reported as such", async () => {
  const [twilio, mail] = [await startFakeTwilio(), await startMailServer()];
  const server = await startServer({ ...twilio.environment, ...mail.environment, REQUIRE_MFA: "off" });
  await seedClinic(server.app);
  const client = await signedIn(server, "supervisor");
  for (const [fields, text] of [
    [{ phone: "(919) 555-0177", email: "" }, "✅ Code sent via SMS!"],
    [{ phone: "", email: "ruth@mail.example" }, "✅ Code sent via Email!"],
  ] as const) {
    const order = await seedOrder(server.app);
    const page = await PlainPage.open(client, "/supervisordashboard/codes/new");
    const shown = await page.press("Submit", {
      ...fields,
      patient_id: String(order.patient_id),
      sales_order_no: order.sales_order_no ?? "",
      brightree_db: order.brightree_db,
    });
    expect(shown.text).toContain(text);
  }
  expect([twilio.messages.length, mail.arrived.length]).toEqual([1, 1]);
});

test("without providers, completing a visit doesn't claim that the patient was notified", async () => {
  const server = await startServer();
  const { therapist, order, starts } = await seedClinic(server.app);
  const start_at = starts[0] ?? 0;
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: 1,
    meeting_link: "https://meet.example/a",
  });
  server.clock.set(start_at + hour);
  const page = await PlainPage.open(await signedIn(server, "supervisor"), `/therapists/${therapist.id}`);
  const done = await page.press(/^Mark as Completed/);
  expect(done.text).not.toContain("patient notified");
  expect(done.text).toContain("Marked as completed. Texts and email aren't set up, so nothing was sent.");
});

test("each staff page shows which messages aren't sent, and admins get the link to set them up", async () => {
  const mail = await startMailServer();
  const silent = await startServer();
  const page = await PlainPage.open(await signedIn(silent, "supervisor"), "/supervisordashboard");
  expect(page.text).toContain("Texts and email aren't set up yet, so no one gets a message. Ask your admin.");
  const admins = await PlainPage.open(await signedIn(silent, "admin"), "/supervisordashboard");
  expect(admins.links("Set up texts")).toEqual(["/admin/settings/texts"]);
  const half = await startServer({ ...mail.environment, REQUIRE_MFA: "off" });
  const other = await PlainPage.open(await signedIn(half, "supervisor"), "/supervisordashboard");
  expect(other.text).toContain("Texts aren't set up yet, so messages go only by email.");
  const demo = await startServer({}, undefined, { demo: true });
  const shown = await PlainPage.open(await signedIn(demo, "supervisor"), "/supervisordashboard");
  expect(shown.text).not.toContain("set up yet");
});

test("in the demo, the outbox stands for the providers, and the notice names it", async () => {
  const server = await startServer({}, undefined, { demo: true });
  const { shown } = await addCode(server);
  expect(shown.text).toContain(`${codeSent} It is in the demo's outbox.`);
  const added = await addUser(server);
  expect(added.text).toContain("The demo's outbox has a link to set a password for new@clinic.example.");
});

test("a user who is added without providers gets the link from the admin", async () => {
  const server = await startServer();
  const added = await addUser(server);
  expect(added.text).toContain("User added");
  expect(added.text).toContain("Texts and email aren't set up, so nothing was sent.");
  const [link = ""] = added.values("link");
  const page = await PlainPage.open(new Client(server.url), new URL(link).pathname);
  const password = "a long enough password";
  const done = await page.press("Reset Password", { password, confirm_password: password });
  expect(done.text).toContain("✅ Password reset successful.");
});

test("a user who is added with a mail server is invited by email, and the admin can't see the link", async () => {
  const mail = await startMailServer();
  const server = await startServer({ ...mail.environment, REQUIRE_MFA: "off" });
  const added = await addUser(server);
  expect(added.text).toContain("The email was sent. Texts aren't set up, so no text was sent.");
  const reset = await added.press("Reset PW for new@clinic.example");
  expect(reset.text).toContain("The email was sent.");
  expect(mail.arrived).toHaveLength(2);
});

test("the link to set a new password for an account in use is never shown if there is a mail server", async () => {
  const mail = await startMailServer(() => 550);
  const server = await startServer({ ...mail.environment, REQUIRE_MFA: "off" });
  const user = await seedUser(server.app, ["staff"]);
  const page = await PlainPage.open(await signedIn(server, "admin"), "/admin");
  const shown = await page.press(`Reset PW for ${user.email}`);
  expect(shown.text).toContain("The email was not sent: ");
  expect(shown.values("link")).toEqual([]);
  expect(shown.html).not.toContain("/reset-password/");
});

test("without a mail server, asking for a reset link shows that none was sent", async () => {
  const server = await startServer();
  const user = await seedUser(server.app, ["staff"]);
  const login = await PlainPage.open(new Client(server.url), "/login?as=staff");
  const form = await login.follow("Forgot password?");
  for (const email of [user.email, "unknown@clinic.example"]) {
    const refused = await form.press("Send reset link", { email });
    expect(refused.text).not.toContain("✅");
    expect(refused.text).toContain("Email isn't set up yet, so no link was sent. Ask your admin for a link.");
  }
});

test("until there is a user, the sign-in page shows that the set-up is waiting and where its link is", async () => {
  const server = await startServer();
  const text = "The server printed a link for the first admin when it started.";
  const start = await PlainPage.open(new Client(server.url), "/");
  expect(start.text).toContain("Firstnight isn't set up yet");
  expect(start.text).toContain(text);
  await seedUser(server.app, ["admin"]);
  expect((await PlainPage.open(new Client(server.url), "/")).text).not.toContain(text);
});
