import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import type { App } from "~/boot/app.server";

/** audit:verify: verifies the audit log; exit code 1 if it was altered. */
export async function auditVerify(app: App): Promise<number> {
  const verdict = await verifyAudit(app);
  console.log(verdictText(verdict));
  for (const problem of verdict.problems) console.log(`  ${problem}`);
  return verdict.problems.length === 0 ? 0 : 1;
}
