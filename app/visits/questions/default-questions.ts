import type { QuestionFields } from "./question";

const yesNo = (text: string, text_es: string): QuestionFields => ({
  type: "yes-no",
  text,
  text_es,
  options: [],
  options_es: [],
  required: true,
});

/** The questions for a CPAP setup that an admin can add together. */
export const defaultQuestions: readonly QuestionFields[] = [
  {
    type: "short",
    text: "Which device and mask arrived? You'll find the names on the boxes.",
    text_es: "¿Qué equipo y qué mascarilla le llegaron? Los nombres están en las cajas.",
    options: [],
    options_es: [],
    required: true,
  },
  {
    type: "choices",
    text: "How do you sleep?",
    text_es: "¿En qué posición duerme?",
    options: ["On my back", "On my side", "On my stomach", "Sitting up"],
    options_es: ["Boca arriba", "De lado", "Boca abajo", "Sentado(a)"],
    required: true,
  },
  yesNo(
    "Do you feel uneasy in tight spaces or with something on your face?",
    "¿Se siente mal en espacios cerrados o con algo sobre la cara?",
  ),
  yesNo("Do you have a beard or mustache?", "¿Tiene barba o bigote?"),
  yesNo("Do you wear glasses in bed?", "¿Usa lentes en la cama?"),
  yesNo("Is there a power outlet near your bed?", "¿Hay un enchufe cerca de su cama?"),
  yesNo(
    "Will someone be there to help you during the visit?",
    "¿Habrá alguien con usted para ayudarle durante la cita?",
  ),
  {
    type: "photo",
    text: "Add a photo of the label on the device's box.",
    text_es: "Agregue una foto de la etiqueta de la caja del equipo.",
    options: [],
    options_es: [],
    required: false,
  },
];
