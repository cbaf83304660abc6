import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  title: "Preguntas antes de su cita",
  lead: "Sus respuestas ayudan a su terapeuta a prepararse. Puede volver a esta página y cambiarlas hasta su cita.",
  required: "(obligatoria)",
  missing: { one: "Falta 1 pregunta obligatoria.", other: "Faltan {count} preguntas obligatorias." },
  complete: "Ya contestó todas las preguntas obligatorias.",
  choose: "Elija una respuesta:",
  chooseSeveral: "Elija todas las que correspondan:",
  yes: "Sí",
  no: "No",
  yourAnswer: "Su respuesta: {answer}",
  save: "Guardar respuestas",
  saved: "Respuestas guardadas",
  saving: "Guardando…",
  notSaved: "Su última respuesta no se guardó. Revise su conexión y toque Guardar respuestas.",
  back: "Volver a su cita",
  noQuestions: "No hay preguntas para su cita.",
  tooLong: "Use {count} caracteres como máximo.",
  notAChoice: "Elija una de las respuestas de la lista.",
  noSuchQuestion: "Esta pregunta ya no se hace. Vuelva a cargar la página.",
  photo: {
    label: "Agregar una foto",
    another: "Cambiar la foto",
    hint: "JPEG, PNG o HEIC, de 10 MB como máximo. Solo la pueden ver usted, la persona que le ayuda y nuestro personal.",
    yours: "Su foto",
    remove: "Quitar la foto",
    empty: "El archivo de la foto está vacío. Tome la foto otra vez.",
    tooLarge:
      "Esta foto tiene más de 10 MB. Elija una foto más pequeña, o tómela otra vez con menos resolución.",
    tooManyPixels:
      "Esta foto tiene más de {megapixels} megapíxeles. Tómela otra vez con el ajuste normal de su cámara.",
    unreadable:
      "No podemos leer este archivo como una foto. Elija una foto JPEG, PNG o HEIC, o tome la foto otra vez.",
    busy: "Se están guardando muchas fotos en este momento. Espere unos segundos y agregue su foto otra vez.",
    onPage: "Agregue las fotos en la página Mi cita.",
  },
};
