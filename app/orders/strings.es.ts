import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  codeShort: "Escriba el código de acceso de 6 números.",
  codeWrong:
    "Ese código no funcionó. Cada código sirve una sola vez. Use el enlace de nuestro último mensaje o {callUs}.",
  phoneEnds: "Escriba los últimos cuatro números de su teléfono.",
  dobWrong: "Escriba su fecha de nacimiento con el mes primero, por ejemplo 1/31/1960.",
  factNeeded:
    "Escriba también los últimos cuatro números de su teléfono, o su fecha de nacimiento si no nos dio un teléfono.",
  linkSent:
    "Si sus datos son correctos, acabamos de enviarle un nuevo enlace por mensaje de texto o correo electrónico. Ábralo para continuar.",
  linkUnknown: "Este enlace ya no funciona. Use el enlace de nuestro último mensaje o pídanos uno nuevo.",
  text: {
    choose:
      "Elija la hora de su visita: {schedule} o use la clave {code} en {login}. Vea su pedido: {track} Pueden aplicarse tarifas. STOP para darse de baja, HELP para ayuda.",
    change:
      "Vea o cambie su visita: {schedule} o use la clave {code} en {login}. Vea su pedido: {track} Pueden aplicarse tarifas. STOP para darse de baja, HELP para ayuda.",
  },
  email: {
    chooseSubject: "Visita para configurar su equipo: elija una hora",
    changeSubject: "Visita para configurar su equipo: su nuevo enlace",
    choose: "Su pedido está listo. Elija la hora de la visita para configurar su equipo.",
    change: "Aquí tiene un nuevo enlace para ver su visita. Su visita no ha cambiado.",
    chooseLink: "Elegir una hora",
    changeLink: "Ver mi visita",
    signIn: "O entre en {login} con este código de acceso: {code}",
    validFor: {
      one: "El código sirve una sola vez y vence en {count} día.",
      other: "El código sirve una sola vez y vence en {count} días.",
    },
    track: "Ver su pedido",
    secret: "No reenvíe este mensaje. Quien lo tenga puede reservar su visita.",
  },
};
