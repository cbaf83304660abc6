import { expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { operator } from "~/core/who";
import { UpdateTherapist } from "~/therapists/therapist-schema";
import { updateTherapist } from "~/therapists/therapists.server";
import { scratchApp } from "../support/scratch";
import { seedCompany, seedTherapist } from "../support/seed";

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? [error.code, ...Object.keys(error.fields ?? {})] : error),
  );

test("changing the name, email, review link, and company keeps the other fields", async () => {
  const app = scratchApp();
  const therapist = await seedTherapist(app, { zoom_link: "https://meet.example/a" });
  const company = await seedCompany(app, "Second Company");
  await updateTherapist(
    app,
    operator,
    UpdateTherapist.parse({
      id: therapist.id,
      name: " Ruth New ",
      email: " Ruth@New.Example ",
      review_link: "https://reviews.example/r",
      company_name: "Second Company",
      zoom_link: "https://evil.example",
      region: "TX",
    }),
  );
  const after = await app.db
    .selectFrom("therapists")
    .selectAll()
    .where("id", "=", therapist.id)
    .executeTakeFirst();
  expect(after).toMatchObject({
    name: "Ruth New",
    email: "ruth@new.example",
    review_link: "https://reviews.example/r",
    company_id: company,
    zoom_link: "https://meet.example/a",
    region: "NC",
    version: 2,
  });
});

test("the second of two simultaneous edits of a therapist is refused", async () => {
  const app = scratchApp();
  const { id } = await seedTherapist(app);
  await updateTherapist(app, operator, { id, name: "First", version: 1 });
  expect(await refusalOf(updateTherapist(app, operator, { id, name: "Second", version: 1 }))).toEqual([
    "conflict",
  ]);
});

test("a name that is taken, an unknown company, and an unknown therapist are refused", async () => {
  const app = scratchApp();
  const one = await seedTherapist(app);
  const other = await seedTherapist(app);
  expect(
    await refusalOf(updateTherapist(app, operator, { id: one.id, name: other.name.toUpperCase() })),
  ).toEqual(["invalid", "name"]);
  expect(
    await refusalOf(updateTherapist(app, operator, { id: one.id, company_name: "Unknown Inc" })),
  ).toEqual(["invalid", "company_name"]);
  expect(await refusalOf(updateTherapist(app, operator, { id: 9_999, name: "X" }))).toEqual(["missing"]);
  expect(UpdateTherapist.safeParse({ id: one.id, review_link: "javascript:alert(1)" }).success).toBe(false);
});
