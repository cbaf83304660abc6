import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  product: "Firstnight",
  selectedChip: "(elegido, toque para quitarlo)",
  skip: "Ir al contenido",
  terms: "Términos",
  privacy: "Aviso de privacidad",
  languageHelp: "Ayuda en su idioma",
  needHelp: "¿Necesita ayuda? Llame a",
  yourCompany: "la clínica o empresa de equipos que le envió aquí",
  at: "al",
  signOut: "Salir",
  openOrders: {
    for: "Para {patient}",
    also: "También abierto en este teléfono:",
    number: "Pedido {number}",
    own: "Este pedido",
    another: "Otro pedido",
    nameAndNumber: "{patient}, pedido {number}",
  },
  refusedTitle: "No se pudo hacer",
  refusedText: "No podemos mostrar esta página.",
  signedOutTitle: "Su sesión se cerró",
  signedOutText:
    "Su texto sigue en esta página, pero no se ha guardado. Entre de nuevo en otra pestaña. Luego vuelva aquí y envíelo.",
  signInNewTab: "Entrar (abre otra pestaña)",
  sendAgain: "Enviar mi texto",
  faultTitle: "Algo falló de nuestra parte",
  faultText: "No se cambió nada. Vuelva atrás e intente de nuevo, por favor.",
  faultNumber: "Si vuelve a pasar, díganos este número:",
  toStart: "Ir a la página de inicio",
  signInNeeded: "Entre primero, por favor.",
  notAllowed: "Usted no tiene permiso para hacer esto.",
  patientOnly: "Solo el paciente puede hacer esto.",
};
