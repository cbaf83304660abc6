// One spelling for words that mean the same here. English and Spanish share "text", "stop", and "unsubscribe".
const spellings: Record<string, string> = {
  stop: "stp sotp tsop stpo sop stob stip dtop atop stopp stiop stoip stopit",
  text: `texts texting txt txts txtng textng txtin txting tex texs texr textin texin texing mesaging message messages messaging mesage mesages messege
    msg msgs mssg mssgs msging sms mms alerts notifications notices reminders updates communications communication
    mensaje mensajes mensajito mensajitos mensage mensages msj msjs mjs mnsj mnsjs texto textos avisos alertas
    notificaciones recordatorios comunicaciones comunicacion subscription suscripcion suscription subscripcion`,
  unsubscribe:
    "unlist desubscribe desuscribir desuscribirme desuscriban desuscribanme desinscribir desinscribirme",
  dont: "dnt donot dony dpnt",
  send: "sending sendin sendng snd sned",
  contact: "contacting contac contactin conact",
  bother:
    "bothering harass harassing harassment pester pestering bug bugging bombard bombarding blasting nagging",
  get: "getting gettin receive receiving recieve recieving",
  please: "pls plz plse pleas plase plese pleaz porfavor porfa porfis xfa xfavor pf",
  number: "num numbr nmbr nubmer # numero nro phone cell cellphone mobile telefono celular cel",
  remove: "removing rmove remov remve reomve rmv",
  quit: "qiut quti quitting",
  you: "u yall youse ya'll",
  que: "q k ke qe",
  quiero: "kiero qiero kero",
  call: "calls calling callin",
  thanks: "thx thnx tnx tks ty thankyou",
};

const words = new Map<string, string>();
for (const [word, list] of Object.entries(spellings))
  for (const other of list.split(/\s+/)) words.set(other, word);

const phrases: [RegExp, string][] = [
  [/\bdo n[o']?t\b|\bdon t\b|\b(can|could|would|will) you (please |just )*not\b/g, "dont"],
  [/\bun ?(sub\w*|s[us]{0,2}cri\w*)/g, "unsubscribe"],
  [/\bs+t+o+p+\b/g, "stop"],
  [/\b(reach(ing)? out|get(ting)? in touch|try(ing)? to reach|blow(ing)? up|hit(ting)? up)\b/g, "contact"],
  [/\bop(t|ts|ted|ting)? ?(me |us |my number |this number |my phone )?out\b/g, "optout"],
  [/\bstop ?all\b/g, "stopall"],
  [/\bstop ?2 ?(end|quit|stop)\b/g, "stop"],
  [/\bno longer\b/g, "nolonger"],
  [/\bno more?\b|\bno mas\b|\bnomas\b/g, "nomore"],
  [/\b(por|x) favor\b|\bfavor de\b/g, "please"],
  [/\bthank you\b/g, "thanks"],
];

// Politeness, anger, and articles.
const fillers = new Set(
  `please just kindly really now already the a an your ur all of any so sir maam ok okay hi hello hey thanks damn fucking fuckin god hell more
  lol asap immediately ever again anymore further future unwanted annoying stupid constant automated automatic auto seriously bitch
  asshole gracias ya los las el la sus su estos esos tus tantos todos mas malditos usted ningun ninguna hola buenas tardes
  dias un una unos ahora wtf omg dude bro man guys people yes si yeah im i'm`.split(/\s+/),
);

const spelled = (word: string): string => {
  const letters =
    /\d/.test(word) && /\p{L}/u.test(word) ? word.replaceAll("0", "o").replaceAll("5", "s") : word;
  const shorter = letters.replace(/(.)\1{2,}/g, "$1");
  return words.get(shorter) ?? shorter;
};

/** The parts of a text between punctuation marks: lowercase, without accents, in the spelling that the rules use. */
export function clausesOf(text: string): string[] {
  return text
    .replace(/[\u{1F6D1}\u{26D4}\u{1F6AB}]/gu, " stop ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\bs[\W_]+t[\W_]+o[\W_]+p\b/g, "stop")
    .replace(/['’‘`´]/g, "")
    .split(/[.,!?¡¿;:\n\r()…]+/)
    .map((clause) => {
      const plain = (clause.match(/[\p{L}\p{N}#]+/gu) ?? []).join(" ");
      const joined = phrases.reduce((part, [pattern, word]) => part.replace(pattern, word), plain);
      return joined.split(" ").map(spelled).join(" ");
    })
    .filter(Boolean);
}

/** The clause without polite words, angry words, and articles. */
export const essence = (clause: string): string =>
  clause
    .split(" ")
    .filter((word) => !fillers.has(word))
    .join(" ");
