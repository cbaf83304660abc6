import { expect, test } from "vitest";
import { ConfigError, readConfig } from "~/config.server";
import { twilioSettings } from "~/core/settings/sending.server";
import { isSignedByTwilio, twilioSms } from "~/integrations/sms/twilio.server";
import { meaningOf } from "~/integrations/sms/twilio-codes";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { signatureOf, startFakeTwilio } from "../support/fake-twilio";
import { agree, rowsTo, write } from "../support/http-actions";
import { monday, scratchApp, scratchEnvironment } from "../support/scratch";
import { runNode } from "../support/server";

const settings = twilioSettings({
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "12345",
  TWILIO_FROM: "+19195550199",
});

test("the signature in Twilio's documentation is valid, and altered signatures are not", async () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const fields = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  };
  const right = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";
  const form = new URLSearchParams(fields);
  expect(signatureOf("12345", url, fields)).toBe(right);
  expect(await isSignedByTwilio(settings, url, form, right)).toBe(true);
  expect(await isSignedByTwilio(settings, url.replace("https", "http"), form, right)).toBe(false);
  expect(
    await isSignedByTwilio(settings, url, new URLSearchParams({ ...fields, Digits: "1235" }), right),
  ).toBe(false);
  expect(await isSignedByTwilio(settings, url, form, null)).toBe(false);
});

test("the code or status shows whether an error is temporary or permanent", () => {
  for (const code of ["20003", "20429", "30001", "30003", "30008"]) {
    expect([code, meaningOf(code, 400).permanent]).toEqual([code, false]);
  }
  for (const code of [
    "21211",
    "21610",
    "21612",
    "21614",
    "21635",
    "30004",
    "30005",
    "30006",
    "30007",
    "30034",
  ]) {
    expect([code, meaningOf(code, 400).permanent]).toEqual([code, true]);
  }
  expect(meaningOf("21610", 400).optedOut).toBe(true);
  expect(meaningOf("99999", 400).permanent).toBe(true);
  expect(meaningOf("99999", 429).permanent).toBe(false);
  expect(meaningOf("503", 503).permanent).toBe(false);
});

test("texts can be sent through a messaging service, and status reports use the public URL", async () => {
  const twilio = await startFakeTwilio();
  const service = `MG${"0".repeat(32)}`;
  const app = scratchApp({ ...twilio.environment, TWILIO_FROM: "", TWILIO_MESSAGING_SERVICE_SID: service });
  await agree(app, "+19195550123");
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await write(app, "+19195550123", "Hello");
  await eventually(
    () => rowsTo(app, "+19195550123"),
    ([row]) => row?.status === "sent",
  );
  expect(twilio.messages[0]).toMatchObject({
    from: null,
    messagingServiceSid: service,
    statusCallback: `http://clinic.example/api/sms/status?reference=1-0-${monday}`,
  });
});

test("texts stay queued while the Twilio auth token is wrong", async () => {
  const twilio = await startFakeTwilio();
  const app = scratchApp({ ...twilio.environment, TWILIO_AUTH_TOKEN: "wrong" });
  await agree(app, "+19195550123");
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await write(app, "+19195550123", "Hello");
  const [row] = await eventually(
    () => rowsTo(app, "+19195550123"),
    ([found]) => found?.attempts === 1 && found.status === "queued",
  );
  expect(row).toMatchObject({ error_code: "20003", in_doubt: 0 });
});

test("a lookup of a sent text reads only one page of Twilio's list", async () => {
  const twilio = await startFakeTwilio();
  twilio.hideMessages();
  const sms = await twilioSms(twilioSettings(twilio.environment), "http://clinic.example/status");
  const text = { to: "+19195550123", body: "Hello", reference: "1-0" };
  expect(await sms.find(text, 0, async () => false)).toBeNull();
  expect(twilio.searches()).toBe(1);
});

test("if Twilio's response never ends, the request is aborted and the text is marked as possibly sent", async () => {
  const twilio = await startFakeTwilio(() => ({ endless: true }));
  const sms = await twilioSms(twilioSettings(twilio.environment), "http://clinic.example/status", 300);
  const text = { to: "+19195550123", body: "Hello", reference: "1-0" };
  await expect(sms.send(text)).rejects.toMatchObject({ inDoubt: true });
});

test("all missing settings are listed in one error", () => {
  const problems = (environment: Record<string, string>) => {
    try {
      readConfig({ NODE_ENV: "production", ...scratchEnvironment(environment) });
      return "";
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
  };
  const message = problems({
    SMS_PROVIDER: "twilio",
    SMTP_URL: "ftp://mail.example",
    QUIET_HOURS: "20-9",
    PORT: "x",
  });
  for (const name of [
    "TWILIO_ACCOUNT_SID",
    "TWILIO_AUTH_TOKEN",
    "TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID",
    "PUBLIC_URL",
    "SMTP_URL",
    "MAIL_FROM",
    "QUIET_HOURS",
    "PORT",
  ]) {
    expect(message).toContain(`- ${name}: `);
  }
  expect(problems({ QUIET_HOURS: "off" })).toBe("");
});

test("the Twilio and mail packages are loaded only when they are used", async () => {
  const script = `
    await import("./build/server.js");
    const { createRequire } = await import("node:module");
    const cache = Object.keys(createRequire(import.meta.url).cache);
    console.log(cache.some((file) => /node_modules\\/(twilio|nodemailer)\\//.test(file)) ? "loaded" : "not loaded");`;
  const { output } = await runNode(["--input-type=module", "-e", script]);
  expect(output).toContain("not loaded");
});
