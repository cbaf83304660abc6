import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  question: "¿Ya llegó su equipo?",
  yes: "Sí, ya llegó",
  no: "No, todavía no",
  arrivedAfterAll: "Ya llegó",
  missing: "Usted nos dijo que su equipo todavía no ha llegado.",
  tooLate: "Su equipo llega demasiado tarde para esta cita.",
  later: "Elija otra fecha y hora:",
  laterWith: "{time} con {therapist}",
  otherTimes: "Otros horarios",
  noLater: "No hay más horarios en línea después de su cita.",
  callUs: "Para elegir otra hora, {callUs}.",
  text: {
    question: "Su cita es el {when}. ¿Ya tiene su equipo? Responda 1 si ya lo tiene, 2 si no.",
    tooLate:
      "Su equipo debe llegar el {day}, demasiado tarde para su cita del {when}. Elija otra hora: {link}",
    tooLateClosed: "Su equipo debe llegar el {day}, demasiado tarde para su cita del {when}.",
    chooseLater: "Gracias por avisarnos. Elija otra hora: {link}",
    callForLater: "Gracias por avisarnos. Para elegir otra hora, llame al {phone}.",
  },
  subject: {
    question: "Cita para preparar su equipo: ¿ya llegó su equipo?",
    tooLate: "Cita para preparar su equipo: elija otra hora",
  },
  lead: {
    question: "Su cita es el {when}. ¿Ya llegó su equipo?",
    tooLate: "Su equipo debe llegar el {day}, demasiado tarde para su cita del {when}.",
  },
  answer: "Responda en la página de su cita",
  chooseLater: "Elegir otra hora",
};
