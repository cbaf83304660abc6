import { expect, test } from "vitest";
import { listNotices } from "~/messages/list-notices.server";
import { write } from "../support/http-actions";
import { scratchApp } from "../support/scratch";

test("the outbox doesn't show the text of messages that a provider delivers", async () => {
  const app = await scratchApp();
  await write(app, "+19195550123", "Hello");
  const readWith = async (config: object) => {
    const [notice] = await listNotices({ ...app, config: { ...app.config, ...config } }, { limit: 1 });
    return notice?.body;
  };
  expect(await readWith({})).toContain("Hello");
  expect(await readWith({ smsProvider: "twilio" })).toBeNull();
  expect(await readWith({ mail: { ...app.config.mail, smtpUrl: "smtp://mail.example" } })).toContain("Hello");
});
