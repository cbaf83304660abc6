import { expect, test } from "vitest";
import { settingNames } from "~/company/company-settings";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
await seedCompany(app, "Blue Ridge Home Care");
const admin = new Client(url);
await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);

test("every setting of a company has a field on the Company page and a value in the API", async () => {
  // The setting for classes is shown once there is a kind of class.
  await admin.post("/api/kinds", { name: "Class", name_es: "Clase", mode: "class", length: 60, seats: 6 });
  const page = await PlainPage.open(admin, "/admin/company");
  const fields = settingNames.filter((name) => page.html.includes(` name="${name}"`));
  expect(fields).toEqual(settingNames);
  const { version: _, ...values } = (await admin.get("/api/company")).json;
  expect(Object.keys(values).sort()).toEqual([...settingNames].sort());
  const columns = await app.db.selectFrom("companies").selectAll().executeTakeFirstOrThrow();
  const others = ["id", "texts", "version", "moving_at", "moved_to", "equipment_on_at", "plans_ended_at"];
  expect(Object.keys(columns).sort()).toEqual([...settingNames, ...others].sort());
});

test("saving the Company page unchanged changes no setting", async () => {
  await admin.patch("/api/company", {
    phone: "(919) 555-0100",
    address: "1 Main Street\nBoone, NC 28607",
    sms_optional: true,
    nudge_days: [2, 5],
    offer_wave_minutes: 45,
  });
  const before = (await admin.get("/api/company")).json;
  const saved = await (await PlainPage.open(admin, "/admin/company")).press("Save");
  expect(saved.status).toBe(200);
  expect(saved.html).toContain("Company saved");
  expect((await admin.get("/api/company")).json).toEqual(before);
});
