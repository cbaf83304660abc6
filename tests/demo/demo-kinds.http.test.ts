import { expect, test } from "vitest";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { describeDemo } from "~/demo/folder/demo-file.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await createDemo(app, scales.small);
const { patients } = await describeDemo(app, scales.small);
const waiting = patients.filter(({ brightree_db, access_code }) => brightree_db === "STHM" && access_code);

test.each([
  ["Setup at the branch", /^Select/],
  ["Setup at home", /^Select/],
  ["Setup class", /^Choose this class/],
])("a patient of the demo's last company books %s", async (name, choose) => {
  const start = await PlainPage.open(new Client(url), "/");
  const kinds = await start.press("Login", { code: waiting.pop()?.access_code ?? "" });
  const chosen = await (await kinds.follow(name)).follow(choose);
  const visit = await chosen.press("Confirm", { sms_consent: "on" });
  expect(visit.text).toContain("Appointment submitted successfully!");
  expect(visit.text).toContain(name);
});
