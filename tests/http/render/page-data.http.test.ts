import { expect, test } from "vitest";
import { Client } from "../../support/client";
import { seedUser, signInStaff } from "../../support/seed";
import { startServer } from "../../support/server";

const { app, url } = await startServer();
const admin = await seedUser(app, ["admin"], { email: "canary@clinic.example" });
const client = new Client(url);
await signInStaff(app, client, admin.id);

// The framework can also serve a page's data without the page.
const pageAddresses = [
  "/admin.data",
  "/admin.data?_routes=dashboard/pages/admin",
  "/admin.data/",
  "/admin?_data=dashboard/pages/admin",
  "/admin?q=x&%5Fdata=dashboard/pages/admin",
  "/account.data",
  "/login.data",
  "/_root.data",
  "/nothing.data",
  "/?_data=root",
];
const apiAddresses = [
  "/api/session.data",
  "/api/admin/users.data",
  "/api/admin/users?_data=x",
  "/api/nothing.data",
];
const methods = ["GET", "POST", "PUT", "DELETE"];
const on = (addresses: string[]) =>
  addresses.flatMap((address) => methods.map((method) => [method, address] as const));

test.each(on(pageAddresses))("%s %s doesn't exist, even for an admin", async (method, address) => {
  const reply = await client.send(address, { method });
  expect(reply.status).toBe(404);
  expect(reply.text).toBe("This page doesn't exist. Check the address, then try again.");
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test.each(on(apiAddresses))("%s %s gets a JSON error", async (method, address) => {
  const reply = await client.send(address, { method });
  expect([reply.status, reply.json]).toEqual([404, { error: "Path not found." }]);
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test("a form sent to a page's data path is not sent back and changes nothing", async () => {
  const long = "x".repeat(250_000);
  const echo = await client.submit("/login.data", { email: long });
  expect(echo.status).toBe(404);
  expect(echo.text.length).toBeLessThan(100);
  const added = await client.submit("/admin.data", { email: "x@clinic.example", phone: "9195550123" });
  expect(added.status).toBe(404);
  const users = app.reads.selectFrom("users").select("id").where("email", "like", "x@%");
  expect(await users.execute()).toEqual([]);
});

test("the page itself still works", async () => {
  expect((await client.get("/admin")).text).toContain("canary@clinic.example");
});
