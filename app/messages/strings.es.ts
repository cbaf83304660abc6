import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  consentRequest:
    "{company}: ¿Nos permite enviarle mensajes sobre su cita? Responda SI o YES para aceptar, ALTO o STOP para no recibirlos, AYUDA o HELP para ayuda. Pueden aplicarse tarifas de mensajes y datos. {frequency}",
  helperConsentRequest:
    "{company}: Una persona dijo que usted le ayuda con la cita para su equipo. ¿Nos permite enviarle mensajes sobre esa cita? Responda SI o YES para aceptar, ALTO o STOP para no recibirlos, AYUDA o HELP para ayuda. Pueden aplicarse tarifas de mensajes y datos. {frequency}",
  help: "{company}: mensajes sobre su cita por video. Pueden aplicarse tarifas de mensajes y datos. Responda ALTO o STOP para no recibirlos.",
  helpWithPhone:
    "{company}: mensajes sobre su cita por video. Llame al {phone}. Pueden aplicarse tarifas de mensajes y datos. Responda ALTO o STOP para no recibirlos.",
  optedOut: "{company}: Listo, no le enviaremos mensajes. Para recibirlos de nuevo, responda SI o YES.",
  optedIn:
    "{company}: Gracias. Otra vez le enviaremos mensajes sobre su cita. Responda ALTO o STOP para no recibirlos, AYUDA o HELP para ayuda.",
  switchOn: "Quiero mensajes de texto sobre mi cita. Pueden aplicarse tarifas de mensajes y datos.",
  switchOff: "No quiero más mensajes de texto sobre mi cita",
  noPhone: "No hay un número de celular en su pedido.",
  tooManySwitches:
    "Hoy ya activó y desactivó los mensajes muchas veces. Por ahora siguen desactivados. Inténtelo mañana o {callUs}.",
  ownTextsOnly: "Solo el paciente puede cambiar sus propios mensajes.",
  hello: "Hola:",
  helloName: "Hola, {name}:",
};
