import { expect, test } from "vitest";
import { listTherapistProfiles } from "~/accounts/users/link-therapist.server";
import { sortedByName } from "~/core/by-name";
import { scratchApp } from "../support/scratch";
import { seedTherapist } from "../support/seed";

test("names are sorted without regard to accents and case", () => {
  const names = ["Zoe", "alvarez", "Élan", "Baker", "Ábalos", "Room 10", "Room 2", "eddy"];
  expect(sortedByName(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    "Ábalos",
    "alvarez",
    "Baker",
    "eddy",
    "Élan",
    "Room 2",
    "Room 10",
    "Zoe",
  ]);
});

test("a list of therapists puts Álvaro before Bea", async () => {
  const app = scratchApp();
  for (const name of ["Zed", "bea", "Álvaro"]) await seedTherapist(app, { name });
  expect((await listTherapistProfiles(app.db)).map(({ name }) => name)).toEqual(["Álvaro", "bea", "Zed"]);
});
