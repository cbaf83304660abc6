import { Refusal } from "~/core/refusal";

export type FailureKind =
  | "unset"
  | "unreachable"
  | "slow"
  | "credentials"
  | "address"
  | "refused"
  | "busy"
  | "fault"
  | "garbled"
  | "resting";

/** Failures of the order system, not of the request. After several in a row, requests pause for a while. */
const systemFailures: ReadonlySet<FailureKind> = new Set([
  "unreachable",
  "slow",
  "credentials",
  "address",
  "fault",
  "garbled",
]);

/**
 * The message is for staff and logs. It contains nothing from the order system's own message, which may name a patient.
 */
export class OrderSystemFailure extends Refusal {
  readonly kind: FailureKind;
  /** The order system's own message, only for users who may see its patients. */
  readonly response: string | null;

  constructor(kind: FailureKind, message: string, response: string | null = null) {
    super(kind === "slow" ? "order-system-slow" : "order-system", message);
    this.name = "OrderSystemFailure";
    this.kind = kind;
    this.response = response;
  }

  get isTrouble(): boolean {
    return systemFailures.has(this.kind);
  }
}
