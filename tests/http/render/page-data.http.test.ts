import { expect, test } from "vitest";
import { Client } from "../../support/client";
import { seedUser, signInStaff } from "../../support/seed";
import { startServer } from "../../support/server";

const { app, url } = await startServer();
const admin = await seedUser(app, ["admin"], { email: "canary@clinic.example" });

// The framework also serves a page's data without the page.
const dataPaths = [
  "/admin.data",
  "/admin.data?_routes=dashboard/pages/admin",
  "/admin?_data=dashboard/pages/admin",
  "/account.data",
];

test.each(dataPaths)("a request for %s without access is redirected to the login page", async (path) => {
  const therapist = new Client(url);
  await signInStaff(app, therapist, (await seedUser(app, ["staff"])).id);
  const visitors = path.startsWith("/account") ? [new Client(url)] : [new Client(url), therapist];
  for (const client of visitors) {
    const reply = await client.get(path);
    expect(reply.text).not.toContain("canary@");
    expect(reply.text).not.toContain("Audit");
    const away = `${reply.location} ${reply.headers.get("x-remix-redirect")} ${reply.text}`;
    expect(away).toContain("/login");
  }
});

test("a form sent to a page's data path needs the same session and origin as the page", async () => {
  const body = "email=x%40clinic.example&phone=9195550123";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const anonymous = await new Client(url).send("/admin.data", { method: "POST", body, headers });
  expect(anonymous.status).toBe(401);
  expect(anonymous.text).not.toContain("canary@");
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  const crossSite = await client.send("/admin.data", {
    method: "POST",
    body,
    headers: { ...headers, origin: "https://evil.example" },
  });
  expect(crossSite.status).toBe(403);
  expect(await app.reads.selectFrom("users").select("id").where("email", "like", "x@%").execute()).toEqual(
    [],
  );
});

test("a page's data contains no secret fields", async () => {
  const client = new Client(url);
  await signInStaff(app, client, admin.id);
  const data = (await client.get("/admin.data")).text;
  expect(data).toContain("canary@clinic.example");
  expect(data).not.toMatch(/password_hash|argon2|totp|token_hash/);
});
