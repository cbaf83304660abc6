import type { Language } from "~/core/language/languages";

/** To patients who got a link but haven't booked. Limited to GSM-7 characters, like the default replies. */
export const bookingText: Record<Language, string> = {
  en: "Hi {first_name}, this is {company}. You can choose a time for your setup visit with the link we sent you. If you'd like help, reply here.",
  es: "Hola, {first_name}. Le escribimos de {company}. Puede elegir la hora de su cita con el enlace que le mandamos. Si quiere ayuda, responda a este mensaje.",
};
