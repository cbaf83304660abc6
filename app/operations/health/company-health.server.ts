import type { App } from "~/boot/app.server";
import { listCompaniesWithoutPhone } from "~/company/company.server";
import type { HealthCheck } from "./health-check";

export async function checkCompanies({
  reads,
  isDamaged,
}: Pick<App, "reads" | "isDamaged">): Promise<HealthCheck[]> {
  const names = await listCompaniesWithoutPhone(reads).catch((error: unknown) => {
    if (isDamaged()) return null;
    throw error;
  });
  if (!names) return [];
  const name = "Company phone";
  return names.length === 0
    ? [{ name, state: "good", says: "Patients see a phone number for every company." }]
    : [
        {
          name,
          state: "warn",
          says: `Patients have no number to call for ${names.join(", ")}. Add it under Admin → Company.`,
        },
      ];
}
