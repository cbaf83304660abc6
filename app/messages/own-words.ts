/** A tapped reaction that the phone sent as a text. */
interface Reaction {
  mark: string;
  removed: boolean;
  /** Null for a reaction to a picture. */
  quote: string | null;
  /** The patient's words after it. */
  rest: string;
}

// iPhone's words, in English and Spanish.
const added: [RegExp, string][] = [
  [/^(?:liked|le gust[oó]|me gusta|me gust[oó])$/, "👍"],
  [/^(?:loved|le encant[oó]|me encanta|me encant[oó])$/, "♥"],
  [/^(?:disliked|no le gust[oó]|no me gusta|no me gust[oó])$/, "👎"],
  [/^(?:laughed at|le dio risa|me dio risa|se ri[oó] (?:de|con)|se ha re[ií]do (?:de|con))$/, "😂"],
  [/^(?:emphasi[sz]ed|enfatiz[oó]|destac[oó]|exclam[oó]|remarc[oó])$/, "‼"],
  [/^(?:questioned|cuestion[oó]|pregunt[oó] (?:por|sobre)|dud[oó] (?:de|sobre))$/, "❓"],
];

const taken: [RegExp, string][] = [
  [/\b(?:heart|coraz[oó]n|me encanta)\b/, "♥"],
  [/\b(?:dislike|thumbs down|no me gusta)\b/, "👎"],
  [/\b(?:like|thumbs up|me gusta)\b/, "👍"],
  [/\b(?:laugh|risa|jaja)\b/, "😂"],
  [/\b(?:exclamation|emphasis|exclamaci[oó]n|[eé]nfasis)\b/, "‼"],
  [/\b(?:question mark|interrogaci[oó]n|pregunta)\b/, "❓"],
];

const emoji =
  "(?:[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Emoji_Modifier}\\u{FE0F}\\u{200D}\\u{20E3}]+)";
const object =
  '(?:[“”"«„‟]\\s*(?<quote>[\\s\\S]*?)\\s*(?:[”“"»](?![\\s\\S]*[”“"»])(?<rest>[\\s\\S]*)|(?:…|\\.\\.\\.)\\s*)|(?:an?|your|una?|su|tu|el|la) (?:image|photo|picture|video|movie|attachment|message|text|link|sticker|imagen|foto|adjunto|mensaje|enlace)\\.?)';
const verb =
  "liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|(?:no )?(?:le|me) (?:gust[oó]|gusta|encant[oó]|encanta)|(?:le|me) dio risa|se ri[oó] (?:de|con)|se ha re[ií]do (?:de|con)|enfatiz[oó]|destac[oó]|exclam[oó]|remarc[oó]|cuestion[oó]|pregunt[oó] (?:por|sobre)|dud[oó] (?:de|sobre)";
const of = "(?:to|from|a|de|en)";
const removal =
  "(?:removed|quit[oó]|elimin[oó]|borr[oó]|se quit[oó]|ha quitado|retir[oó])(?: (?:an?|the|his|her|una?|el|la|su))?";
const thing =
  "heart|like|dislike|laugh|thumbs up|thumbs down|exclamation(?: mark| point)?|emphasis|question mark|reaction|coraz[oó]n|(?:no )?me gusta|me encanta|(?:una )?risa|jaja|(?:signo de )?(?:exclamaci[oó]n|interrogaci[oó]n)|[eé]nfasis|pregunta|reacci[oó]n";

const shapes = [
  `(?<verb>${verb})(?: (?:a|de))? ${object}`,
  `(?:reacted(?: with)?|reaccion[oó](?: con)?|ha reaccionado con) (?:an? |un )?(?<mark>${emoji}|sticker) ${of} ${object}`,
  `(?<mark>${emoji}) ${of} ${object}`,
  `(?<removal>${removal}) (?:(?<mark>${emoji})|(?<thing>${thing})) ${of} ${object}`,
].map((shape) => new RegExp(`^${shape}\\s*$`, "iu"));

// Android puts zero-width and hair spaces around the emoji and the quotation.
const plain = (text: string) =>
  text
    .replace(/[\u200b\u2060\ufeff\u200e\u200f\u00ad]/g, "")
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();

/** The reaction in a text like “Loved "Your visit is tomorrow"” (iPhone) or “👍 to "…"” (Android), or null. */
function readReaction(text: string): Reaction | null {
  const found = shapes.map((shape) => shape.exec(plain(text))?.groups).find(Boolean);
  if (!found) return null;
  const words = (found.verb ?? found.thing ?? "").toLowerCase();
  const [, named] = (found.verb ? added : taken).find(([pattern]) => pattern.test(words)) ?? [];
  return {
    mark: found.mark ?? named ?? "reaction",
    removed: found.removal !== undefined,
    quote: found.quote ?? null,
    rest: (found.rest ?? "").trim(),
  };
}

/** The text that staff see: “♥ on "Your visit is tomorrow"” for a reaction, otherwise the text itself. */
export function shownText(text: string): string {
  const reaction = readReaction(text);
  if (!reaction) return text;
  const { mark, removed, quote, rest } = reaction;
  const on = quote === null ? "a picture or message" : `“${quote}”`;
  return [removed ? `Removed ${mark} from ${on}` : `${mark} on ${on}`, rest].filter(Boolean).join(" ");
}

// Sent by phones, carriers, and offices without anyone reading our text.
const automatic = new RegExp(
  [
    "^[([]?(?:this is an )?(?:auto(?:matic|mated)?|automatically generated)[ -]?(?:reply|response|replied|respond\\w*|message|text)\\b",
    "^(?:respuesta|mensaje) autom[aá]tic[ao]",
    "^i(?:'| a)?m (?:currently )?driving(?: and| right now| now| at the moment|\\W*$|[ ,.;-]+i(?:'ll| will)| with )",
    "^(?:estoy|voy) (?:conduciendo|manejando)(?:\\W*$| y | ahora|[ ,.;-]+(?:te|le|los) )",
    "do not disturb(?: while driving)? turned on|con no molestar|i(?:'| a)?m not receiving notifications",
    "^sorry,? i can'?t talk right now\\W*$|^can'?t talk (?:right )?now\\. (?:what'?s up|call you later)\\?*",
    "^(?![\\s\\S]*\\?)(?:this|the) (?:number|phone|mailbox|inbox|line|phone number)[^.!?]{0,40} (?:is not|isn'?t|is no longer|are not|cannot|can'?t|does not|doesn'?t)(?: being)? (?:monitored|receive|accept|support|in service|able to receive)",
    "^este n[uú]mero no (?:est[aá] (?:monitoreado|supervisado)|recibe|acepta)",
    "^(?:i am|i'm|i will be|we are)(?: currently)? (?:out of (?:the )?office|on vacation)\\b|^out of office\\b|^fuera de (?:la )?oficina",
    "^(?![\\s\\S]*\\?)thank(?:s| you) for (?:your (?:message|text|call)|(?:contacting|calling|texting|reaching out to) )[^!?]*(?:closed|office hours|business hours|shortly|as soon as|monitored|emergency|dial 911)",
    "^free ?msg:?.*(?:unable to send|blocking|not delivered|cannot be)|^(?:unable to send message|message blocking is active)",
  ].join("|"),
  "i",
);

const instruction = /\b(?:reply|text|send|responda|env[ií]e)\b[“" ]*stop\b[^.!?\n]*/gi;

/** An automatic reply without "Reply STOP to opt out". */
export const withoutInstructions = (text: string): string => text.replace(instruction, "");

/** True for replies that phones, carriers, and offices send automatically. */
export const isAutoReply = (text: string): boolean => automatic.test(plain(text).replace(/[’‘]/g, "'"));

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const wordsOf = (text: string) =>
  [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + word.length,
  }));

/** Shorter matches may be the patient's own words. */
const shortestQuote = 6;
const shortestMarkedQuote = 3;

/**
 * The patient's own words, without reactions and passages of our own texts.
 * @param sent texts that the number got from us
 * @returns "" if nothing is left
 */
export function ownWords(text: string, sent: readonly string[]): string {
  const reaction = readReaction(text);
  if (reaction) return reaction.rest;
  const ours = sent.map(
    (body) =>
      ` ${wordsOf(body)
        .map(({ word }) => word)
        .join(" ")} `,
  );
  const isOurs = (words: string) => ours.some((body) => body.includes(` ${words} `));
  const unmarked = text
    .split("\n")
    .filter((line) => !/^\s*>|^\s*(?:on|el) .{6,80} (?:wrote|escribi[oó]):\s*$/i.test(line))
    .join("\n")
    .replace(/[“"«„]([^“”"«»„]+)[”"»]/g, (marked, quoted: string) => {
      const words = wordsOf(quoted).map(({ word }) => word);
      return words.length >= shortestMarkedQuote && isOurs(words.join(" ")) ? " " : marked;
    });
  return withoutPassages(unmarked, isOurs);
}

function withoutPassages(text: string, isOurs: (words: string) => boolean): string {
  const words = wordsOf(text).slice(0, 400);
  let rest = "";
  let kept = 0;
  for (let first = 0; first + shortestQuote <= words.length; first++) {
    let end = first + shortestQuote;
    const passage = (until: number) =>
      words
        .slice(first, until)
        .map(({ word }) => word)
        .join(" ");
    if (!isOurs(passage(end))) continue;
    while (end < words.length && isOurs(passage(end + 1))) end++;
    rest += `${text.slice(kept, words[first]?.start)}\n`;
    kept = words[end - 1]?.end ?? kept;
    first = end - 1;
  }
  if (kept === 0) return text.trim();
  return (rest + text.slice(kept)).replace(/^[\s.…,!?;:“”"]+|[\s“”"]+$/g, "");
}
