import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { appOn, startDatabase } from "../../support/libsql/database";

test("a column named length is read like any other", async () => {
  const { db } = appOn({ DATABASE_URL: (await startDatabase()).url });
  await db.insertInto("companies").values({ name: "Any", phone: null }).execute();
  const kinds = db.selectFrom("visit_kinds").select(["id", "length", "mode"]);
  expect(await kinds.execute()).toEqual([{ id: 1, length: 45 * minute, mode: "video" }]);
  const { id } = await kinds.executeTakeFirstOrThrow();
  expect(await db.selectFrom("visit_kinds").select("length").where("id", "=", id).execute()).toEqual([
    { length: 45 * minute },
  ]);
});
