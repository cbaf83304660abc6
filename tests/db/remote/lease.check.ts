import { expect, test } from "vitest";
import { takeLease, workUnderLease } from "~/db/remote/lease.server";
import { eventually } from "../../support/eventually";
import { appOn, startDatabase } from "../../support/libsql/database";
import { openFaultyConnection } from "../../support/libsql/faulty-connection";

const database = await startDatabase();
const connection = await openFaultyConnection(database.ports.http);
const app = appOn({ DATABASE_URL: database.url });

test("a lease has one owner and can be acquired again after it is released", async () => {
  expect(await takeLease(app.db, "test", "first")).toBe(true);
  expect(await takeLease(app.db, "test", "second")).toBe(false);
  expect(await takeLease(app.db, "test", "first")).toBe(true);
  await app.db.updateTable("leases").set({ until: 1 }).where("name", "=", "test").execute();
  expect(await takeLease(app.db, "test", "second")).toBe(true);
  expect(await takeLease(app.db, "test", "first")).toBe(false);
});

test("an instance that loses its database connection stops before another one takes over", async () => {
  const story: string[] = [];
  const work = (name: string) => () => {
    story.push(`${name} begins`);
    return async () => {
      story.push(`${name} stops`);
    };
  };
  const far = appOn({ DATABASE_URL: `ws://127.0.0.1:${connection.port}` });
  const leaveFar = await workUnderLease(far, "work", work("the far one"));
  const leaveNear = await workUnderLease(app, "work", work("the near one"));
  expect(story).toEqual(["the far one begins"]);
  connection.loseAll();
  await eventually(
    () => story,
    () => story.includes("the near one begins"),
    40,
  );
  connection.cut();
  expect(
    await eventually(
      () => takeLease(far.db, "work", "a third"),
      (taken) => !taken,
      30,
    ),
  ).toBe(false);
  expect(story).toEqual(["the far one begins", "the far one stops", "the near one begins"]);
  await leaveNear();
  await eventually(
    () => story,
    () => story.length > 4,
    30,
  );
  await leaveFar();
  expect(story.slice(3)).toEqual(["the near one stops", "the far one begins", "the far one stops"]);
});
