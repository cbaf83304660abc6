const list = (text: string): string[] => text.split(" ");

const entries = (word: string, spellings: string): [string, string][] =>
  list(spellings).map((spelling) => [spelling, word]);

/** Common spellings in texts, misspellings too short for `slips`, and words that mean the same to the rules. */
const spellings = new Map<string, string>([
  ...entries("stop", "stp sotp tsop stpo sop stob stip dtop atop stiop stoip stopit stopp"),
  ...entries("stopall", "stopall"),
  ...entries("text", "text txt tex texr tetx message msg mssg mesage massage"),
  ...entries("texts", "texts txts texs sms mms messages msgs mssgs mesages msges"),
  ...entries("texting", "texting txting txtng textin txtin texing textng texin messaging msging smsing"),
  ...entries("alerts", "alerts notifications notices reminders updates spams"),
  ...entries("spam", "spam spamming"),
  ...entries("send", "send sending sendin sendng snd sned"),
  ...entries("contact", "contact contacting contac contactin conact"),
  ...entries("write", "write writing"),
  ...entries("call", "call calling callin calls"),
  ...entries(
    "bother",
    "bother bothering harass harassing pester pestering bug bugging annoying harassment hounding stalking",
  ),
  ...entries("bother", "bombard bombarding blasting badgering nagging blowing hitting"),
  ...entries("get", "get getting gettin receive receiving recieve recieving"),
  ...entries("dont", "dont dnt donot dony dpnt dint"),
  ...entries("wont", "wont wouldnt"),
  ...entries("you", "you u yall youse yous"),
  ...entries("your", "your ur youre"),
  ...entries("please", "please pls plz plse pleas plese plase pleaz"),
  ...entries("number", "number num nmbr numbr nubmer numer #"),
  ...entries("phone", "phone cell cellphone mobile landline line"),
  ...entries("remove", "remove removing rmove remve remov reomve rmv"),
  ...entries("lose", "lose loose"),
  ...entries("unsubscribe", "unlist unsub unsubs unsuscribe unscribe unsubscribing unsubscribed desubscribe"),
  ...entries("quit", "quit qiut quti"),
  ...entries("want", "want wnt wan"),
  ...entries("fuck", "fuck fck fuk f eff"),
  ...entries("fucking", "fucking fuckin fcking effing freaking frickin friggin"),
  ...entries("subscription", "subscription suscription suscripcion subscripcion"),
  ...entries("who", "who whos"),
  ...entries("thanks", "thanks thx thnx tks ty thankyou"),
  ...entries("que", "q k ke qe"),
  ...entries("quiero", "kiero qiero kero"),
  ...entries("porfavor", "porfavor xfavor xfa porfa pf porfis xf"),
  ...entries("mensaje", "mensaje mensajito msj mnsj mensage texto"),
  ...entries(
    "mensajes",
    "mensajes mensajitos comunicaciones msjs mjs mnsjs mensages textos notificaciones recordatorios avisos alertas",
  ),
  ...entries("nomas", "nomas"),
  ...entries("numero", "numero nro telefono celular cel"),
  ...entries("para", "parale"),
  ...entries("paren", "parenle parenla"),
]);

/** Words long enough to recognize despite a typo. */
const keyWords = list(
  "unsubscribe texting message messages messaging remove cancel contact consent permission " +
    "mensaje mensajes escriban escriba manden envien molesten quitenme quiteme borrenme dejenme subscription",
);

// Real words that differ from a key word by one or two letters.
const lookalikes = new Set(
  list(
    "stoop massage passage message removed removes testing resting manden mande mandes mandan mandar envie envian " +
      "escriben escribe escribo escribas moleste molesta molestan contacts contract contacto contacte contacten " +
      "cancels canceled cancele cancelen cancela cancelar cancelo cancelan canced mensajero content context constant concern molestes quitarme sending",
  ),
);

/** Counts inserted, missing, wrong, and swapped letters between two words, up to `most` + 1. */
function slips(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let earlier: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + same,
      );
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, (earlier[column - 2] ?? 0) + 1);
      next.push(least);
    }
    [earlier, last] = [last, next];
  }
  return last[to.length] ?? most + 1;
}

function misspelled(word: string): string | undefined {
  if (word.length < 6 || word.length > 14 || lookalikes.has(word)) return undefined;
  return keyWords.find((key) => {
    const most = key.length >= 9 ? 2 : 1;
    return word[0] === key[0] && slips(word, key, most) <= most;
  });
}

const single = (word: string) => word.replace(/(.)\1+/g, "$1");
const digits: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s" };

/** The word in the spelling that the rules use: "stoooop", "st0p", and "stpo" are "stop". */
export function spelled(word: string): string {
  const known = (candidate: string) => (candidate === "stop" ? candidate : spellings.get(candidate));
  if (/^\d+$/.test(word)) return word;
  const plain = word.replace(/[01345]/g, (digit) => digits[digit] ?? digit);
  const shorter = single(plain);
  const collapsed = plain !== shorter && !lookalikes.has(plain) ? known(shorter) : undefined;
  const found = known(word) ?? known(plain) ?? collapsed;
  if (found) return found;
  const thrice = plain.replace(/(.)\1{2,}/g, "$1");
  const key = misspelled(thrice);
  return key ? (spellings.get(key) ?? key) : thrice === plain ? word : thrice;
}
