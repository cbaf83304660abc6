import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  questions: "¿Tiene preguntas? Llame a {company} al {phone}.",
  questionsUnknown: "¿Tiene preguntas? Llame a la clínica o la compañía de equipo médico que le atiende.",
  callUs: "llame a {company} al {phone}",
  callUsUnknown: "llame a la clínica o la compañía de equipo médico que le atiende",
  messageFrequency: "La frecuencia de los mensajes varía.",
  messageFrequencyInText: "Frecuencia variable.",
};
