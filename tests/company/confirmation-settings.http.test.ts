import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
await seedClinic(server.app);
const admin = await staffClient(server, "admin");

test("an admin sets how soon therapists confirm, and whether visits are confirmed immediately", async () => {
  const form = await PlainPage.open(admin, "/admin/company");
  const wrong = await form.press("Save", { confirm_hours: "81" });
  expect(wrong.text).toContain("Enter a number of hours from 1 to 80.");
  expect((await admin.get("/api/company")).json).toMatchObject({
    confirm_hours: 8,
    confirm_immediately: false,
  });
  await form.press("Save", { confirm_hours: "4", confirm_immediately: "on" });
  expect((await admin.get("/api/company")).json).toMatchObject({
    confirm_hours: 4,
    confirm_immediately: true,
  });
});
