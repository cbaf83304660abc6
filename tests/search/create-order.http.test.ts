import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);
const supervisor = await seedUser(app, ["supervisor"]);
const client = new Client(url);
await signInStaff(app, client, supervisor.id);

test("a search that finds nothing leads to an order for the caller, with the phone number filled in", async () => {
  const found = await PlainPage.open(client, "/search?q=(512)+555-0142");
  expect(found.text).toContain("Nothing matches “(512) 555-0142”.");
  const form = await found.press("Create an order");
  // What was typed stays out of the address.
  expect(form.address).toBe("/new-appointment/order");
  const booking = await form.press("Create order", {
    patient_name: "Odalys Quist",
    dob: "1/31/1960",
    patient_id: "777001",
  });
  expect(booking.address).toContain("/new-appointment?");
  const order = await app.reads
    .selectFrom("orders")
    .select(["patient_name", "phone"])
    .where("patient_id", "=", 777_001)
    .executeTakeFirstOrThrow();
  expect(order).toEqual({ patient_name: "Odalys Quist", phone: "+15125550142" });
});
