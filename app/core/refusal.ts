/** `http/response/refusal-statuses.ts` maps each code to an HTTP status. */
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

/** By field name. */
export type FieldMessages = Record<string, string[]>;

interface RefusalDetails {
  fields?: FieldMessages;
  /** More members of the JSON error, such as `alternatives`. */
  extra?: Record<string, unknown>;
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  cause?: unknown;
}

/** The domain refuses a request, with a message for the user. Any other error is a fault. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: FieldMessages | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "Refusal";
    this.code = code;
    this.fields = details.fields;
    this.extra = details.extra;
    this.retryAfter = details.retryAfter;
  }
}

export function invalidField(field: string, message: string): Refusal {
  return new Refusal("invalid", message, { fields: { [field]: [message] } });
}
