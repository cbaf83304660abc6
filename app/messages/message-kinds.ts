/** Texts that people asked for this very moment: they wait for no consent and no hour of the day. */
const asked = new Set(["access-code", "sign-in-code", "invitation", "password-reset", "help"]);

/** Texts that stand in no conversation: they go to people who work here. */
const toStaff = new Set(["sign-in-code", "invitation", "password-reset"]);

export const isRequestedNow = (kind: string): boolean => asked.has(kind);
/** Only what nobody waits for stands in line behind what went to the same recipient before. */
export const waitsInRecipientQueue = (kind: string): boolean => !isRequestedNow(kind) && kind !== "alert";
export const isToStaff = (kind: string): boolean => toStaff.has(kind);

export const consentRequest = "consent-request";
