import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { type FieldMessages, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { requireVersion } from "../change-company.server";
import { type Company, findCompany } from "../company.server";
import { textsIn } from "../patient-language";
import { cleanWording, wordingProblem } from "./check-wording";
import { sentencesByKey } from "./sentences";
import type { ChangeWording } from "./wording-schema";

/** Limited because every patient page reads all of these texts. */
const mostInAll = 100_000;

/** Saves all of a company's custom sentences, or none. */
export function changeWording(app: App, who: Who, input: ChangeWording): Promise<Company> {
  return app.db.transaction().execute(async (trx) => {
    const before = await findCompany(trx, input.company);
    requireVersion(before, input.version);
    const own = textsIn(before.texts);
    const keys = applyTo(own, input.texts);
    if (keys.length === 0) return before;
    const texts = Object.keys(own).length > 0 ? JSON.stringify(own) : null;
    if (texts && texts.length > mostInAll) {
      throw new Refusal(
        "invalid",
        "Your custom sentences are too long in total. Restore the default for some of them.",
      );
    }
    await logAudit({ trx, app, who }, "company.wording-changed", `company ${before.id}`, { keys });
    return trx
      .updateTable("companies")
      .set((eb) => ({ texts, version: eb("version", "+", 1) }))
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** @returns the keys that changed @throws Refusal that lists every problem */
function applyTo(own: Record<string, string>, texts: Record<string, string>): string[] {
  const fields: FieldMessages = {};
  const changed: string[] = [];
  const sentences = sentencesByKey();
  for (const [key, typed] of Object.entries(texts)) {
    const sentence = sentences.get(key);
    const wording = sentence ? cleanWording(typed, sentence) : "";
    if (sentence && wording === (own[key] ?? "")) continue;
    const problem = !sentence ? "Sentence not found." : wording && wordingProblem(wording, sentence);
    if (problem) fields[key] = [problem];
    else if (wording) own[key] = wording;
    else delete own[key];
    changed.push(key);
  }
  const problems = Object.keys(fields).length;
  if (problems === 0) return changed;
  const which = problems === 1 ? "One sentence below needs" : `${problems} sentences below need`;
  throw new Refusal("invalid", `${which} a correction. Nothing was saved.`, { fields });
}
