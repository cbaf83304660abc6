import type { App } from "~/boot/app.server";
import { listCompaniesThatRequireTexts, listIncompleteCompanies } from "~/company/company.server";
import type { HealthCheck } from "./health-check";

const companyPage = "/admin/company";

export async function checkCompanies({
  reads,
  isDamaged,
}: Pick<App, "reads" | "isDamaged">): Promise<HealthCheck[]> {
  const companies = await listIncompleteCompanies(reads).catch((error: unknown) => {
    if (isDamaged()) return null;
    throw error;
  });
  if (!companies) return [];
  const [first] = companies;
  const href = first ? `${companyPage}?company=${encodeURIComponent(first.name)}` : companyPage;
  const name = "Company profile";
  const nameless = companies.filter((company) => company.name.trim() === "");
  const without = (field: "phone" | "privacy_notice") =>
    companies.filter((company) => company[field] === null).map((company) => company.name || "no name");
  const [phoneless, noticeless] = [without("phone"), without("privacy_notice")];
  const gaps = [
    nameless.length > 0 && "A company has no name.",
    phoneless.length > 0 && `Patients have no number to call for ${phoneless.join(", ")}.`,
    noticeless.length > 0 && `No privacy notice is on file for ${noticeless.join(", ")}.`,
  ].filter(Boolean);
  return gaps.length === 0
    ? [{ name, href, state: "good", says: "Every company has a name, a phone number, and a privacy notice." }]
    : [{ name, href, state: "warn", says: `${gaps.join(" ")} Add what is missing under Admin → Company.` }];
}

/** Carriers reject campaigns that make consent a condition of service (Twilio error 30923). */
export async function checkConsentRule({
  reads,
  config,
  isDamaged,
}: Pick<App, "reads" | "config" | "isDamaged">): Promise<HealthCheck[]> {
  if (config.smsProvider !== "twilio") return [];
  const names = await listCompaniesThatRequireTexts(reads).catch((error: unknown) => {
    if (isDamaged()) return [];
    throw error;
  });
  if (names.length === 0) return [];
  return [
    {
      name: "Consent to texts",
      href: companyPage,
      state: "warn",
      says: `Patients can't book without agreeing to texts at ${names.join(", ")}. Carriers reject texting campaigns that make consent a condition. Allow it under Admin → Company.`,
    },
  ];
}
