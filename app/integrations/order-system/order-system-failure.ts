import { Refusal } from "~/core/refusal";

/** In what way the order system failed. */
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

/** Kinds that say the system itself is in trouble, not the question: after some of them it is left alone. */
const troubles: ReadonlySet<FailureKind> = new Set([
  "unreachable",
  "slow",
  "credentials",
  "address",
  "fault",
  "garbled",
]);

/**
 * The order system did not answer as it should. The sentence is fit for staff and for the record:
 * it holds nothing of what the order system said, which may name a patient.
 */
export class OrderSystemFailure extends Refusal {
  readonly kind: FailureKind;
  /** The order system's own words, for those who may see its patients. */
  readonly said: string | null;

  constructor(kind: FailureKind, sentence: string, said: string | null = null) {
    super(kind === "slow" ? "order-system-slow" : "order-system", sentence);
    this.name = "OrderSystemFailure";
    this.kind = kind;
    this.said = said;
  }

  get isTrouble(): boolean {
    return troubles.has(this.kind);
  }
}
