import { describe, expect, test } from "vitest";
import { Client } from "../../support/client";
import { startServer } from "../../support/server";

const server = await startServer();
const client = new Client(server.url);

describe("paths and methods", () => {
  test("an unknown path under /api returns 404 with JSON", async () => {
    for (const path of ["/api", "/api/", "/api/nothing", "/api/appointments/1/2/3/4"]) {
      const reply = await client.get(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.json.error).toBe("Path not found.");
    }
    expect((await client.post("/api/nothing")).status).toBe(404);
  });

  test("any other unknown path redirects to the start page, and an old path redirects to the new one", async () => {
    expect(await client.get("/nothing/here?x=1")).toMatchObject({ status: 302, location: "/" });
    expect(await client.get("/room")).toMatchObject({ status: 302, location: "/capacity" });
    expect((await client.submit("/nothing", { a: "b" })).status).toBe(303);
  });

  test("using the wrong method for a path returns 405 and lists the allowed methods", async () => {
    const reply = await client.post("/healthz");
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("GET, HEAD");
    expect(reply.json.error).toBe("This path only accepts GET, HEAD.");
  });

  test.each([
    ["/healthz", 405, "GET, HEAD"],
    ["/api/orders?x=1", 405, "PUT"],
    ["/api/appointments/17", 405, "GET, HEAD, PATCH"],
    ["/api/appointments/17/cancel", 405, "POST"],
    ["/login", 405, "GET, HEAD, POST"],
    ["/api/nothing", 404, null],
  ])("OPTIONS %s returns %i and lists the allowed methods", async (path, status, allow) => {
    const reply = await client.send(path, { method: "OPTIONS" });
    expect([reply.status, reply.headers.get("allow")]).toEqual([status, allow]);
    expect(reply.json.error).toMatch(/\.$/);
  });

  test("an error that occurs before a call runs has the same fields as the call's own errors", async () => {
    const crossSite = { origin: "https://elsewhere.example" };
    const booking = await client.post("/api/schedule-appointment", {}, crossSite);
    expect([booking.status, booking.json]).toEqual([
      403,
      { success: false, error: "This request did not come from Firstnight's own pages." },
    ]);
    const long = { text: "x".repeat(300_000) };
    const org = await client.post("/api/brightree/save-org", long);
    expect([org.status, org.json]).toEqual([
      413,
      { ok: false, error: "The request is too large. Send at most 256 KB." },
    ]);
    const reset = await client.post("/api/reset-password/xyz", long);
    expect(reset.json).toMatchObject({ success: false, message: reset.json.error });
  });

  test("favicon.ico exists", async () => {
    const reply = await client.get("/favicon.ico");
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  });

  test("HEAD returns the same response as GET without the body", async () => {
    const got = await client.get("/healthz");
    const head = await client.send("/healthz", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
  });

  test("a path that can't be decoded returns 400", async () => {
    const reply = await client.get("/%E0%A4%A");
    expect(reply.status).toBe(400);
    expect(reply.json.error).toBe("The address is not valid.");
  });
});
