import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  joinOpens: {
    today: "El botón para entrar se activa a esta hora: {when}.",
    later: "El botón para entrar se activa el {when}.",
  },
  reminder: "Le enviaremos un recordatorio.",
  joinOpen: "Ya puede entrar. Su terapeuta empieza la cita a la hora de arriba.",
  joinRunning: "Su cita ya empezó. Puede entrar ahora.",
  joinEnded: "La hora de su cita ya terminó. Si su terapeuta sigue ahí, todavía puede entrar.",
  joinLinkLater: "Este es su enlace para entrar:",
  joinInstead: "Si al final prefiere el video, use este enlace:",
  joinLink: "Si el botón no funciona, use este enlace:",
  noJoinLink: "Su terapeuta agregará el enlace para entrar. Vuelva a revisar esta página antes de su cita.",
  day: {
    title: "El día de la cita",
    late: "Voy a llegar tarde",
    minutes: "{minutes} minutos",
    isLate: "Le avisamos a {therapist} que usted llegará unos {minutes} minutos tarde.",
    notLate: "Ya no voy a llegar tarde",
    callLead: "Si no puede usar el video, su terapeuta puede llamarle.",
    call: "Prefiero una llamada",
    willCall: "{therapist} le llamará al {phone} el {when}.",
    willCallAnyone: "{therapist} llamará el {when}.",
    willCallSoon: "{therapist} le llamará pronto al {phone}.",
    willCallAnyoneSoon: "{therapist} llamará pronto.",
    wrongNumber: "Si ese no es su número, llame a",
    noCall: "Prefiero el video",
    therapistLate:
      "{therapist} va con unos {minutes} minutos de retraso. Entre a la hora prevista y espere, por favor.",
    therapistLateCall: "{therapist} va con unos {minutes} minutos de retraso. Espere la llamada, por favor.",
    check: "Probar mi cámara y mi micrófono",
  },
  check: {
    title: "Pruebe su cámara y su micrófono",
    lead: "Toma más o menos un minuto. No se graba nada y nadie más le ve ni le oye.",
    needsBrowser:
      "Esta prueba necesita un navegador actualizado con JavaScript activado. De todos modos puede entrar a su cita: abra el enlace unos minutos antes y vea si funciona. Si no funciona, toque “Prefiero una llamada” en la página de su cita, o llame a",
    start: "Empezar la prueba",
    again: "Probar de nuevo",
    stop: "Apagar la cámara",
    allow: "Si su navegador le pide permiso para usar la cámara y el micrófono, toque Permitir.",
    preview: "La imagen de su cámara",
    level: "Nivel del micrófono",
    camera: "Cámara",
    microphone: "Micrófono",
    connection: "Conexión",
    waiting: "Probando…",
    cameraWorks: "Su cámara funciona. Usted debe verse en la imagen.",
    cameraBlocked:
      "Su cámara está bloqueada. Abra la configuración de este sitio en su navegador, permita la cámara y pruebe de nuevo.",
    cameraMissing: "No encontramos una cámara. Use un teléfono, una tableta o una computadora que tenga una.",
    cameraBusy: "Su cámara no encendió. Cierre otras aplicaciones que la usan y pruebe de nuevo.",
    speak: "Diga algo. La barra debe moverse.",
    microphoneWorks: "Su micrófono funciona.",
    microphoneSilent:
      "Su micrófono no capta ningún sonido. Hable más fuerte y revise que no esté apagado ni tapado.",
    microphoneBlocked:
      "Su micrófono está bloqueado. Abra la configuración de este sitio en su navegador, permita el micrófono y pruebe de nuevo.",
    microphoneMissing:
      "No encontramos un micrófono. Use un teléfono, una tableta o una computadora que tenga uno.",
    microphoneBusy: "Su micrófono no encendió. Cierre otras aplicaciones que lo usan y pruebe de nuevo.",
    connectionWorks: "Su conexión es buena.",
    connectionSlow:
      "Su conexión es lenta. Acérquese al aparato del Wi-Fi o pare otros videos y descargas, y pruebe de nuevo.",
    connectionLost: "No hay conexión. Revise su Wi-Fi o sus datos móviles y pruebe de nuevo.",
    done: "Cuando entre a su cita, la página del video le pedirá permiso otra vez para la cámara y el micrófono. Toque Permitir también ahí.",
    stuck: "Si algo todavía no funciona, toque “Prefiero una llamada” en la página de su cita, o llame a",
    back: "Volver a mi cita",
  },
};
