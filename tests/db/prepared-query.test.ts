import { expect, test } from "vitest";
import { prepared } from "~/db/prepared-query.server";
import { scratchApp } from "../support/scratch";
import { seedTherapist } from "../support/seed";

const app = scratchApp();
let built = 0;

const findTherapists = prepared((db, { region, name }: { region: string; name?: string | undefined }) => {
  built += 1;
  const query = db.selectFrom("therapists").select("name").where("region", "=", region);
  return (name === undefined ? query : query.where("name", "=", name)).orderBy("name").limit(2);
});
const named = async (given: Parameters<typeof findTherapists>[1], db = app.reads) =>
  (await findTherapists(db, given)).map(({ name }) => name);

test("a statement is built once for each set of parameter names and uses the values passed in each call", async () => {
  await seedTherapist(app, { name: "Ada", region: "NC" });
  await seedTherapist(app, { name: "Ben", region: "NC" });
  await seedTherapist(app, { name: "Cleo", region: "CA" });
  expect(await named({ region: "NC" })).toEqual(["Ada", "Ben"]);
  expect(await named({ region: "CA", name: undefined })).toEqual(["Cleo"]);
  expect(built).toBe(1);
  expect(await named({ region: "NC", name: "Ben" })).toEqual(["Ben"]);
  expect(await named({ name: "Ada", region: "NC" })).toEqual(["Ada"]);
  expect(built).toBe(3);
  expect(await named({ region: "NC", name: "Ada" })).toEqual(["Ada"]);
  expect(built).toBe(3);
});

test.each<[string, (region: string) => unknown]>([
  ["part of a text", (region) => `${region}%`],
  ["text", (region) => String(region)],
  ["a number", (region) => Number(region)],
  ["part of a comparison", (region) => region < "M"],
  ["JSON", (region) => JSON.stringify([region])],
])("a statement can't use a value as %s", async (_, use) => {
  const find = prepared((db, { region }: { region: string }) =>
    db
      .selectFrom("therapists")
      .select("name")
      .where("region", "=", use(region) as string),
  );
  await expect(find(app.reads, { region: "NC" })).rejects.toThrow('"region" only as a parameter');
});

test("a prepared query inside a transaction sees the transaction's writes", async () => {
  await app.db.transaction().execute(async (trx) => {
    await seedTherapist({ ...app, db: trx }, { name: "Dora", region: "TX" });
    expect(await named({ region: "TX" }, trx)).toEqual(["Dora"]);
    expect(await named({ region: "TX" })).toEqual([]);
  });
});
