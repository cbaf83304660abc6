const words = { patient: "the patient", helper: "the helper" };

/** "the patient" or "the helper" in audit entries; null for other actors. */
export function describeActor(actor: string | null): string | null {
  const [, kind] = /^(patient|helper) of order /.exec(actor ?? "") ?? [];
  return kind ? words[kind as keyof typeof words] : null;
}
