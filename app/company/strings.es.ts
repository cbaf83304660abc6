import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  questions: "¿Preguntas? Llame a {company} al {phone}.",
  questionsUnknown: "¿Preguntas? Llame a la clínica o empresa de equipos que le envió aquí.",
  callUs: "llame a {company} al {phone}",
  callUsUnknown: "llame a la clínica o empresa de equipos que le envió aquí",
  messageFrequency: "La cantidad de mensajes varía.",
  messageFrequencyInText: "Frecuencia variable.",
};
