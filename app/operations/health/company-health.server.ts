import type { App } from "~/boot/app.server";
import { listCompaniesThatRequireTexts, listIncompleteCompanies } from "~/company/company.server";
import { type HealthCheck, resultOf } from "./health-check";

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
  const result = resultOf("Company profile", href);
  const without = (field: "phone" | "privacy_notice") =>
    companies
      .filter((company) => company[field] === null)
      .map((company) => company.name || "the company without a name")
      .join(", ");
  const [phoneless, noticeless] = [without("phone"), without("privacy_notice")];
  const gaps = [
    companies.some((company) => company.name.trim() === "") && "A company has no name.",
    phoneless && `No phone number for patients to call: ${phoneless}.`,
    noticeless && `No privacy notice is on file for ${noticeless}.`,
  ].filter(Boolean);
  return gaps.length === 0
    ? [result("good", "Every company has a name, a phone number, and a privacy notice.")]
    : [result("warn", `${gaps.join(" ")} Add what is missing under Company profile.`)];
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
  const message = `At ${names.join(", ")}, patients can't book without agreeing to texts. Carriers reject texting campaigns that make consent a condition. Allow booking without consent under Company profile.`;
  return [resultOf("Consent to texts", companyPage)("warn", message)];
}
