import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import type { App } from "~/boot/app.server";

/** audit:verify: looks through the audit log; exit code 1 where it was changed. */
export async function auditVerify(app: App): Promise<number> {
  const verdict = await verifyAudit(app);
  console.log(verdictText(verdict));
  for (const problem of verdict.problems) console.log(`  ${problem}`);
  return verdict.problems.length === 0 ? 0 : 1;
}
