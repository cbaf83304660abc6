/** How a patient tells staff to start or stop texts. */
export const consentChannels = ["phone", "email", "letter", "in_person"] as const;
export type ConsentChannel = (typeof consentChannels)[number];
