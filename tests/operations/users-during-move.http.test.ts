import { expect, test } from "vitest";
import { freezeCompany, unfreezeCompany } from "~/operations/company-transfer/move-company.server";
import { PlainPage } from "../support/plain-page";
import { seedCompany, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const frozen = "We are moving to a new system, so nothing was saved. Please try again in a few minutes.";

test("no user of any role is added while a company is frozen, and all can be added afterwards", async () => {
  const { app, url } = await startServer();
  await seedCompany(app, "Restwell");
  const admin = await staffClient({ app, url }, "admin");
  await freezeCompany(app, "Restwell");
  const emails = () =>
    app.db
      .selectFrom("users")
      .select("email")
      .where("email", "like", "late%")
      .orderBy("email")
      .execute()
      .then((rows) => rows.map(({ email }) => email));
  for (const role of ["admin", "supervisor", "staff", "therapist"]) {
    const user = { email: `late-${role}@clinic.example`, phone: "(919) 555-0188", role };
    const { status, json } = await admin.post("/api/admin/users", user);
    expect([role, status, json.error]).toEqual([role, 503, frozen]);
  }
  const typed = { email: "late@clinic.example", phone: "(919) 555-0188" };
  const page = await PlainPage.open(admin, "/admin");
  const refused = await page.press("Add User", typed);
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(frozen)]);
  expect(await emails()).toEqual([]);
  await unfreezeCompany(app, "Restwell", false);
  expect((await page.press("Add User", typed)).text).toContain("late@clinic.example");
  expect(await emails()).toEqual(["late@clinic.example"]);
});
