import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  product: "Firstnight",
  selectedChip: "(filtro elegido, toque para quitarlo)",
  skip: "Ir al contenido",
  terms: "Términos de uso",
  privacy: "Aviso de privacidad",
  languageHelp: "Ayuda en su idioma",
  needHelp: "¿Necesita ayuda? Llame a",
  yourCompany: "la clínica o la compañía de equipo médico que le atiende",
  at: "al",
  signOut: "Salir",
  demo: "Esta es una demostración. No se envían mensajes de texto ni correos. Un administrador puede leerlos en “Outbox”.",
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
    "Lo que escribió o eligió sigue en esta página, pero no se ha guardado. Entre de nuevo en otra pestaña. Luego vuelva aquí y envíelo.",
  signInNewTab: "Entrar con mi código (abre otra pestaña)",
  sendAgain: "Enviar de nuevo",
  faultTitle: "Algo falló de nuestra parte",
  faultText: "No se cambió nada. Regrese a la página anterior e intente de nuevo, por favor.",
  faultNumber: "Si vuelve a pasar, díganos este número:",
  toStart: "Ir a la página de inicio",
  signInNeeded: "Primero entre con su código de acceso, por favor.",
  notAllowed: "Usted no tiene permiso para hacer esto.",
  patientOnly: "Solo el paciente puede hacer esto.",
};
