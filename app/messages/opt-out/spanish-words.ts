import { patternsFrom } from "./rule";

/** Builds patterns for the Spanish rules from these lists. Words are spelled as in spellings.ts. */
export const spanish = patternsFrom({
  texts: "mensajes? texts? texting alerts",
  bother: `escribir escribirme escribirnos molestar molestarme molestarnos textear textearme contactar contactarme contactarnos
    chingar joder fregar fastidiar acosar acosarme insistir llamar llamarme mensajear mensajearme buscarme comunicarse comunicarme`,
  send: "mandar mandarme mandarnos mandarle enviar enviarme enviarnos enviarle mandandome enviandome",
  askSend: "mande manden mandes envie envien envies manda mandara mandaran enviara enviaran mandarian",
  askWrite: `escriba escriban escribas textee texteen textees texteas texteen texte moleste molesten molestes contacte contacten
    contactes acosen busque busquen busques hablen mensajeen mensajee chinguen jodan comunique comuniquen escribiera escribieran molestara molestaran contactara contactaran texteara textearan`,
  turnOff:
    "desactiven? desactivar desactiva desactivo apaguen? apagar apaga deshabiliten? deshabilitar silencien?",
  threat: "reporto reportarl[oe]s denunci\\w+ demand\\w+ bloque\\w+ abogad[oa] policia",
  keepOn: `siguen? vuelven? insisten? molestan? escriben? textean? contactan?
    (?:mandan?|envian?|llegan?|recibo)(?:\\s\\w+){0,3}\\s(?:mensajes?|texts?)`,
  link: "a al este esta ese mi numero por aqui me nos de con en eso recibir que usted ustedes servicio conmigo tu todo lo",
  want: "quiero deseo quisiera necesito queremos acepto autorizo permito pedi solicite interesa interesan gustaria prefiero preferiria gusta autorice ocupo",
  through:
    "recibir que me nos a tener estar recibiendo seguir mi nada de ustedes ni ser le les se con por este numero aqui vuelva vuelvan lleguen llegue entren sigan siga esten",
  no: "no nunca jamas ni",
  number: "numero nombre datos contacto informacion",
  off: "de del lista sistema mensajes? aqui base registro contactos texts esta esa eso esto ahi",
  consent: "consentimiento permiso autorizacion",
});
