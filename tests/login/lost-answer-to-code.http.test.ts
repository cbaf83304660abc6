import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../support/client";
import { seedOrder } from "../support/seed";
import { startServer } from "../support/server";

// The demo's outbox stands for a provider that sends codes.
const server = await startServer({}, undefined, { demo: true });

test.each(["/", "/login?as=staff"])(
  "if the response to a code is lost, the code works again only in the browser that opened %s",
  async (page) => {
    const { patient_id, brightree_db, phone } = await seedOrder(server.app);
    const { code } = await generateCode(server.app, operator, {
      patient_id,
      brightree_db,
      phone: phone ?? "",
    });
    const [browser, other] = [new Client(server.url), new Client(server.url)];
    await browser.get(page);
    await other.get(page);
    const before = new Map(browser.cookies);
    expect((await browser.post("/api/validate-code", { code })).json.success).toBe(true);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect((await other.post("/api/validate-code", { code })).status).toBe(401);
    expect((await browser.post("/api/validate-code", { code })).json.success).toBe(true);
  },
);
