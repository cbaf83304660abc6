import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  text: "{company}: ¿Qué tal va todo desde su cita? Cuéntenos en un minuto: {link}",
  mail: {
    subject: "¿Cómo le ha ido desde su cita?",
    lead: "Queremos saber cómo le ha ido desde su cita. Le toma más o menos un minuto.",
    button: "Contarnos cómo le va",
    next: "Si quiere hablar con alguien, en la misma página puede pedir que le llamemos.",
  },
  title: "¿Cómo le va?",
  unknown: "Este enlace no funciona. Revise que abrió el enlace completo de nuestro mensaje.",
  ended: "Ya no le preguntamos por sus noches. Si necesita ayuda, llame a",
  endedNow: "Ya no le preguntamos por sus noches. No se guardó nada.",
  lead: "Nuestro personal lee sus respuestas. Le toma más o menos un minuto.",
  how: "¿Cómo le va con su equipo?",
  answers: {
    well: "Me va bien",
    trouble: "Tengo algún problema",
    call: "Quiero que me llamen",
    stop: "Quiero dejarlo",
    returned: "Ya no lo tengo",
  },
  keptNumbers: "Los números que ya envió siguen guardados. Escríbalos solo si quiere cambiarlos.",
  chooseAnswer: "Elija cómo le va.",
  what: "¿Cuál es el problema?",
  whatHint: "Si algo le molesta, elija todos los que correspondan.",
  troubles: {
    leak: "Se escapa aire por la mascarilla",
    dry: "Boca o nariz seca",
    noise: "Ruido",
    pressure: "La presión del aire",
    asleep: "No puedo dormirme con el equipo",
    skin: "Piel irritada",
    other: "Otra cosa",
  },
  numbers: "Números en la pantalla de su equipo (opcional)",
  numbersHint:
    "La mayoría de los equipos los muestran en una pantalla que se llama My Sleep, Sleep Report o Therapy Report. Si puede elegir, elija los últimos 30 días o 1 mes. Si no encuentra un número, deje la casilla vacía.",
  picture:
    "La pantalla de un equipo con tres líneas: noches de uso, noches de 4 horas o más y horas por noche.",
  pictureCaption: "Un ejemplo. La pantalla de su equipo puede ser diferente.",
  nightsUsed: "Noches de uso en los últimos 30 días",
  onScreenUsed: "Días de uso",
  nightsCounted: "Noches de 4 horas o más",
  onScreenCounted: "Días de más de 4 h",
  hours: "Horas por noche, en promedio",
  hoursHint: "Por ejemplo, 5.2 o 5:12",
  onScreenHours: "Horas promedio",
  period: "Últimos 30 días",
  wrongNights: "Escriba el número de noches con dígitos, de 0 a 30. Por ejemplo, 18.",
  wrongHours: "Escriba las horas por noche con dígitos, de 0 a 24. Por ejemplo, 5.2.",
  needsNights: "Escriba también las noches de uso en los últimos 30 días.",
  moreThanUsed: "No pueden ser más que las noches de uso. Revise los dos números en la pantalla.",
  moreThanNights:
    "Su cita fue hace muy poco para tantas noches. Revise en la pantalla los últimos 30 días, o deje la casilla vacía.",
  send: "Enviar",
  thanks: {
    title: "Gracias",
    well: "Nos alegra que le vaya bien. Si algo cambia, llame a",
    trouble:
      "Le llamaremos para hablar de esto a más tardar al final del próximo día hábil. Si quiere hablar antes, llame a",
    call: "Le llamaremos a más tardar al final del próximo día hábil. Si quiere hablar antes, llame a",
    stop: "Le llamaremos para hablar de esto a más tardar al final del próximo día hábil. Hasta entonces no le enviaremos más de estas preguntas. Si quiere hablar antes, llame a",
    returned:
      "Lo vamos a revisar y no le enviaremos más de estas preguntas. Si todavía tiene el equipo, llame a",
  },
  again: "Le preguntaremos otra vez el {day}.",
  emergency: "Si le cuesta respirar o le duele el pecho, llame al 911.",
  change: "Cambiar mi respuesta",
  plan: {
    title: "Lo que sigue",
    lead: "Sus primeras semanas con el equipo:",
    check_in: "Le preguntamos cómo le va",
    call: "Le llamamos",
    visit: "Es tiempo de su próxima cita. Le llamamos para hablar de ella",
    answer: "Contarnos cómo le va",
    stopped:
      "Nos dijo que quiere dejarlo o que ya no tiene el equipo, así que no le preguntamos cómo le va. Si eso cambia, llame a",
    nothing: "No hay nada más planeado. Si necesita ayuda, llámenos cuando quiera.",
  },
};
