export type Keyword = "yes" | "stop" | "help";

const optInWords = new Set(["yes", "y", "start", "unstop", "si", "sí"]);
const optOutWords = new Set(["stop", "stopall", "unsubscribe", "revoke", "optout"]);
// Alone they opt out; with other words people mean the visit ("please cancel my visit").
const optOutAlone = new Set(["cancel", "end", "quit"]);
const helpWords = new Set(["help", "info"]);

const optInFillers = new Set("please thanks thank you i do agree ok okay sure sir maam".split(" "));
const optOutFillers = new Set(
  "please all it now texting text texts messaging message messages sending contacting me us these this the to my number thanks thank you".split(
    " ",
  ),
);
const optOutOrInFillers = new Set([...optOutFillers, ...optInWords, ...optInFillers]);
const helpFillers = new Set("please me thanks".split(" "));

const optOutPhrases =
  /^(please )?(opt (me )?out|do not text|dont text|no more (texts?|messages?)|remove me|take me off|leave me alone)\b/;
const stopPhrases = /\b(stop|quit) (texting|messaging|sending|contacting)\b/;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean);

const isOnly = (words: string[], keys: ReadonlySet<string>, fillers: ReadonlySet<string>) =>
  words.some((word) => keys.has(word)) && words.every((word) => keys.has(word) || fillers.has(word));

/** Reads whole words: "Yes, please." agrees, "Can I stop by?" does not opt out. STOP wins over YES. */
export function keywordOf(text: string): Keyword | null {
  const words = wordsOf(text);
  if (words.length > 12) return null;
  const plain = words.join(" ");
  if (isOnly(words, optOutWords, optOutOrInFillers) || optOutAlone.has(plain)) return "stop";
  if (optOutPhrases.test(plain) || stopPhrases.test(plain)) return "stop";
  if (isOnly(words, optInWords, optInFillers)) return "yes";
  return isOnly(words, helpWords, helpFillers) ? "help" : null;
}
