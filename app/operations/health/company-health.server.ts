import type { App } from "~/boot/app.server";
import { listIncompleteCompanies } from "~/company/company.server";
import type { HealthCheck } from "./health-check";

/** Can patients reach every company, and read how it treats their data? */
export async function checkCompanies({
  reads,
  isDamaged,
}: Pick<App, "reads" | "isDamaged">): Promise<HealthCheck[]> {
  const incomplete = await listIncompleteCompanies(reads).catch((error: unknown) => {
    if (isDamaged()) return null;
    throw error;
  });
  if (!incomplete) return [];
  if (incomplete.length === 0) {
    return [
      {
        name: "Company profile",
        state: "good",
        says: "Every company has a phone number and a privacy notice.",
      },
    ];
  }
  const missing = incomplete.map(({ name, lacks }) => `${name}: ${lacks.join(" and ")}`).join("; ");
  return [
    {
      name: "Company profile",
      state: "warn",
      says: `Patients can't see this information yet. Add it under Admin → Company. Missing for ${missing}.`,
    },
  ];
}
