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

export type FieldMessages = Record<string, string[]>;

interface RefusalDetails {
  fields?: FieldMessages;
  extra?: Record<string, unknown>;
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  cause?: unknown;
}

/** Thrown when the domain refuses a request. The message is for the user. Any other error is a bug. */
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
