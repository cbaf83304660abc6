import { expect, test } from "vitest";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { textOf } from "../support/plain-page";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await createDemo(app, scales.small);

test("the demo's last company follows the first 90 nights, and shows who needs a call and who meets the rule", async () => {
  const supervisor = await staffClient({ app, url }, "supervisor");
  const list = textOf((await supervisor.get("/nights?group=all")).text);
  expect(list).toMatch(/\d+ of 30 nights/);
  const followed = await app.db.selectFrom("first_nights").select("order_id").execute();
  expect(followed.length).toBeGreaterThan(10);
  const planned = await app.db
    .selectFrom("plan_steps")
    .select("type")
    .where("due_at", ">", app.clock.now())
    .execute();
  expect(new Set(planned.map(({ type }) => type))).toEqual(new Set(["check_in", "call", "visit"]));
});
