/** Why the house says no. `http/answer/statuses.ts` turns each code into an HTTP status, once. */
export type RefusalCode =
  | "malformed"
  | "signed-out"
  | "forbidden"
  | "missing"
  | "conflict"
  | "too-large"
  | "wrong-type"
  | "invalid"
  | "too-many"
  | "order-system"
  | "order-system-slow"
  | "database"
  | "stopping";

/** Messages by field name, as forms and the API show them. */
export type FieldMessages = Record<string, string[]>;

interface RefusalDetails {
  fields?: FieldMessages;
  /** Further members of the JSON answer, such as `alternatives`. */
  extra?: Record<string, unknown>;
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  /** What made it necessary. */
  cause?: unknown;
}

/**
 * A no of the domain, in a sentence that the person who asked can act on.
 * Everything else that is thrown is a fault.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: FieldMessages | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, sentence: string, details: RefusalDetails = {}) {
    super(sentence, { cause: details.cause });
    this.name = "Refusal";
    this.code = code;
    this.fields = details.fields;
    this.extra = details.extra;
    this.retryAfter = details.retryAfter;
  }
}

/** An input that is well formed but wrong in one field. */
export function invalidField(field: string, sentence: string): Refusal {
  return new Refusal("invalid", sentence, { fields: { [field]: [sentence] } });
}
