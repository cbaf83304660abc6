import type { Translation } from "./language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  enterText: "Escriba un texto, por favor.",
  fillIn: "Llene este campo, por favor.",
  tooLong: "Escriba menos de {count} letras, por favor.",
  unstorable: "Este texto tiene una letra que no se puede guardar.",
  email: "Escriba un correo electrónico, por favor.",
  emailIncomplete: "Escriba un correo electrónico completo, por ejemplo nombre@ejemplo.com.",
  phone: "Escriba un número de teléfono, por favor.",
  phoneIncomplete: "Escriba un teléfono de Estados Unidos con sus 10 números.",
  time: "Elija una hora.",
  textsWanted: "Diga si quiere mensajes de texto: true o false.",
  notValid: "Este dato no es válido.",
};
