import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  title: "Elija una clase",
  moveTitle: "Cambiar a una clase",
  lead: "En una clase, un terapeuta ayuda a varios pacientes al mismo tiempo.",
  link: "Prefiero una clase en grupo",
  none: "Por ahora no hay ninguna clase con lugares libres.",
  otherTimes: "Ver horarios solo para usted",
  choose: "Elegir esta clase",
  led: "Con {therapist}",
  byVideo: "Por video",
  minutes: { one: "{count} minuto", other: "{count} minutos" },
  seatsLeft: { one: "Queda {count} lugar", other: "Quedan {count} lugares" },
  gone: "Esta clase está llena o ya no se dará. Elija otra, por favor.",
  otherClasses: "Otras clases",
  moveNext: "Su hora actual quedará libre.",
};
