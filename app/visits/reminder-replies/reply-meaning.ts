import { isChange } from "./change-phrases";
import { isConfirmation } from "./confirm-phrases";
import { clausesOf } from "./plain-words";

export type ReplyMeaning = "confirm" | "change";

// Conditions, cancellations, and other topics that staff have to read.
const forStaff =
  /\b(?:if|si|but|pero|cancel\w*|call|llam\w+|late|tarde|already|ya|yesterday|address|direccion|mask\w*|mascarilla\w*|machine|maquina|insurance|seguro|phone|number|numero|link|enlace|email|hospital)\b/;

/** Null for replies that staff have to read. A confirmation contains nothing else. A change may include a reason. */
export function replyMeaning(text: string): ReplyMeaning | null {
  const clauses = clausesOf(text);
  if (clauses.length === 0) return null;
  if (clauses.every(isConfirmation)) return "confirm";
  if (!clauses.some(isChange) || forStaff.test(clauses.join(" "))) return null;
  return clauses.every((clause) => isChange(clause) || !clause.endsWith("?")) ? "change" : null;
}
