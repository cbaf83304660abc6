import { expect, test } from "vitest";
import { Client } from "../../support/client";
import { startServer } from "../../support/server";

const server = await startServer();
const client = new Client(server.url);

const addresses = [
  "//",
  "/\\",
  "//elsewhere.example/login",
  "/\\elsewhere.example",
  "/login//",
  "/login.data",
  "/_root.data",
  "/.data?_routes=root",
  "/login?_data=root",
  "/login?_data=routes%2Fnothing",
  "/?index",
  "/__manifest?p=/login",
  "/login?code=%00%ff",
  "/schedule/%00",
  "/schedule/..%2f..%2fetc%2fpasswd",
  `/track/${"x".repeat(4000)}`,
  `/schedule?${"a=1&".repeat(1000)}`,
  "/schedule?pid[]=1&pid=2&db=x&db=y",
  "/track?code=%27%20or%201%3D1--",
  "/reset-password/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "/constructor",
  "/__proto__",
];

test("no URL causes a server error or redirects to another site", async () => {
  for (const address of addresses) {
    // new URL() would normalize the address.
    const response = await fetch(server.url + address, { redirect: "manual" });
    const text = await response.text();
    expect([address, response.status >= 500]).toEqual([address, false]);
    expect([address, text.includes("<script>alert")]).toEqual([address, false]);
    const location = response.headers.get("location");
    if (location) expect([address, new URL(location, server.url).origin]).toEqual([address, server.url]);
  }
});

test("no form causes a server error", async () => {
  for (const path of ["/", "/login", "/schedule", "/track", "/reset-password", "/nothing", "/login?index"]) {
    for (const form of [{}, { code: "\u0000", email: "x".repeat(5000) }, { __proto__: "x", intent: "?" }]) {
      const { status } = await client.submit(path, form as Record<string, string>);
      expect([path, status >= 500]).toEqual([path, false]);
    }
  }
});
