import type { Translation } from "./language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  enterText: "Escriba un texto, por favor.",
  fillIn: "Llene este campo, por favor.",
  tooLong: "Escriba menos de {count} letras, por favor.",
  unstorable: "Este texto tiene un símbolo que no se puede guardar.",
  oneLine: "Escriba esto en una sola línea, por favor.",
  email: "Escriba una dirección de correo electrónico, por favor.",
  emailIncomplete: "Escriba la dirección completa, por ejemplo nombre@ejemplo.com.",
  phone: "Escriba un número de teléfono, por favor.",
  extension: "Escriba la extensión con números, como x12, por favor.",
  phoneIncomplete: "Escriba los 10 números de un teléfono de Estados Unidos.",
  tooMany: {
    one: "Demasiados intentos. Espere {count} minuto e intente otra vez, por favor.",
    other: "Demasiados intentos. Espere {count} minutos e intente otra vez, por favor.",
  },
  time: "Elija una hora.",
  oddHour: "Marque la casilla para aceptar esta hora, o elija otro horario.",
  textsWanted: "Diga si quiere mensajes de texto: true o false.",
  notValid: "Este dato no es válido.",
  kindGone: "Este tipo de cita ya no se puede reservar. Elija otro.",
  companyMoving:
    "Estamos pasando a un sistema nuevo, así que no se guardó nada. Intente de nuevo en unos minutos, por favor.",
  companyMoved: "Ya pasamos a un sistema nuevo, así que no se guardó nada. Continúe en {address}, por favor.",
};
