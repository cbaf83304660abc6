import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  zoneUnknown: "Elija uno de los lugares.",
  codeShort: "Escriba el código de acceso de 6 números.",
  codeWrong:
    "Ese código no funcionó. Revise lo que escribió e intente otra vez. Cada código sirve una sola vez: si ya lo usó, abra el enlace de nuestro último mensaje o {callUs}.",
  phoneEnds: "Escriba los últimos cuatro números de su teléfono.",
  dobWrong: "Escriba su fecha de nacimiento con el mes primero, por ejemplo 1/31/1960.",
  factNeeded:
    "Para proteger su pedido, escriba también los últimos cuatro números de su teléfono, o su fecha de nacimiento si no tenemos su número de teléfono.",
  linkSent:
    "Si sus datos son correctos, acabamos de enviarle un nuevo enlace por mensaje de texto o correo electrónico. Ábralo para continuar.",
  linkNotSent:
    "Por ahora no puede entrar con un código, y no podemos enviar mensajes. Para pedir un nuevo enlace, {callUs}.",
  linkUnknown: "Este enlace ya no funciona. Use el enlace de nuestro último mensaje o pídanos uno nuevo.",
  text: {
    choose:
      "Elija la hora de su cita: {schedule} o use {code} en {login}. Su pedido: {track} Puede haber cargos de mensajes y datos. ALTO o STOP: no recibirlos. AYUDA o HELP: ayuda.",
    change:
      "Vea o cambie su cita: {schedule} o use {code} en {login}. Su pedido: {track} Puede haber cargos de mensajes y datos. ALTO o STOP: no recibirlos. AYUDA o HELP: ayuda.",
    expiresInHours: { one: "vence en {count} hora", other: "vence en {count} horas" },
    expiresInMinutes: { one: "vence en {count} minuto", other: "vence en {count} minutos" },
  },
  email: {
    chooseSubject: "Cita para preparar su equipo: elija una hora",
    changeSubject: "Cita para preparar su equipo: su nuevo enlace",
    choose: "Ya puede reservar su cita. Elija la hora de la cita por video para preparar su equipo.",
    change: "Aquí tiene un nuevo enlace para ver su cita. Su cita no ha cambiado.",
    chooseLink: "Elegir una hora",
    changeLink: "Ver mi cita",
    signIn: "O entre en {login} con este código de acceso: {code}",
    validFor: {
      one: "El código sirve una sola vez y vence en {count} día.",
      other: "El código sirve una sola vez y vence en {count} días.",
    },
    validForHours: {
      one: "El código sirve una sola vez y vence en {count} hora.",
      other: "El código sirve una sola vez y vence en {count} horas.",
    },
    validForMinutes: {
      one: "El código sirve una sola vez y vence en {count} minuto.",
      other: "El código sirve una sola vez y vence en {count} minutos.",
    },
    track: "Ver mi pedido",
    secret: "No reenvíe este mensaje. Cualquier persona que lo tenga puede reservar su cita.",
  },
  call: {
    hello: "Hola, habla {caller}, de {company}. ¿Puedo hablar con {name}?",
    helloUnknown: "Hola, habla {caller}, de {company}. ¿Con quién hablo, por favor?",
    missed:
      "Sentimos no haberle visto el {when}. Espero que esté bien. ¿Quiere elegir otra hora para la cita en que preparamos su equipo?",
    noVisit: "Todavía no tiene hora para la cita en que preparamos su equipo. ¿Quiere elegir una ahora?",
    offer: "Es una cita por video en su teléfono o computadora. ¿Qué días y horas le convienen más?",
    thanks: "Gracias. Le esperamos con gusto.",
    howAreNights: "Le llamo para saber cómo le ha ido desde su cita. ¿Hay algo que le resulte difícil?",
    nextVisit: "Ya es tiempo de su próxima cita con nosotros. ¿Quiere elegir una hora ahora?",
    reevaluation:
      "Su doctor necesita verle entre los días 31 y 91 después de su cita con nosotros. ¿Ya tiene una cita con su doctor?",
    trouble: "Nos dijo que tiene algún problema. ¿Qué le pasa, y cuándo?",
    asked: "Nos pidió que le llamáramos. ¿En qué le puedo ayudar?",
    wantsToStop: "Nos dijo que quiere dejarlo. Me gustaría entender por qué, y qué le ayudaría.",
    returned: "Nos dijo que ya no tiene su equipo. ¿Es así?",
    goodbye: "Gracias por su tiempo. Llámenos cuando quiera si necesita ayuda.",
    message:
      "Hola, habla {caller}, de {company}, con un mensaje para {name}. Por favor, llámenos al {phone}. Gracias.",
    messageWithoutNumber:
      "Hola, habla {caller}, de {company}, con un mensaje para {name}. Por favor, llámenos. Gracias.",
    messageUnknown: "Hola, habla {caller}, de {company}. Por favor, llámenos al {phone}. Gracias.",
    messageUnknownWithoutNumber: "Hola, habla {caller}, de {company}. Por favor, llámenos. Gracias.",
  },
  helper: {
    phoneOrEmail: "Escriba un número de teléfono o un correo electrónico.",
    ownPhone: "Este es el número del paciente. Escriba el número de la persona que ayuda.",
    ownEmail: "Este es el correo del paciente. Escriba el correo de la persona que ayuda.",
    noTexts: "No podemos enviar mensajes a este número. Escriba un correo electrónico.",
    second: "Ya hay una persona que le ayuda: {helper}. Para agregar a otra, primero quite a {helper}.",
    patientOnly: "Solo el paciente puede elegir quién le ayuda.",
    linkEnded: "Este enlace de ayudante ya no está activo. Si usted todavía ayuda con la cita, {callUs}.",
    thePatient: "uno de nuestros pacientes",
    text: {
      named:
        "Le avisaremos sobre la cita de {patient}: vea o cambie la cita en {link} ALTO o STOP para no recibir mensajes.",
    },
    email: {
      subject: "Cita para preparar un equipo: usted es la persona que ayuda",
      named:
        "Nos dijeron que usted ayuda a {patient}, así que recibirá los mismos avisos sobre la cita para preparar el equipo. Con el enlace de abajo puede ver, cambiar o cancelar la cita.",
      see: "Ver la cita",
      secret: "No reenvíe este mensaje. Cualquier persona que lo tenga puede cambiar la cita.",
    },
  },
};
