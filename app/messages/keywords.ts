export type Keyword = "yes" | "stop" | "help";

const opensAgain = new Set(["yes", "y", "start", "unstop", "si", "sí"]);
const ends = new Set(["stop", "stopall", "unsubscribe", "revoke", "optout"]);
// Alone they opt out; with other words people mean the visit ("please cancel my visit").
const endsAlone = new Set(["cancel", "end", "quit"]);
const asks = new Set(["help", "info"]);

const agreeing = new Set("please thanks thank you i do agree ok okay sure sir maam".split(" "));
const stopping = new Set(
  "please all it now texting text texts messaging message messages sending contacting me us these this the to my number thanks thank you".split(
    " ",
  ),
);
const alsoStopping = new Set([...stopping, ...opensAgain, ...agreeing]);
const asking = new Set("please me thanks".split(" "));

const phrases =
  /^(please )?(opt (me )?out|do not text|dont text|no more (texts?|messages?)|remove me|take me off|leave me alone)\b/;
const stopDoing = /\b(stop|quit) (texting|messaging|sending|contacting)\b/;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean);

const isOnly = (words: string[], keys: ReadonlySet<string>, fillers: ReadonlySet<string>) =>
  words.some((word) => keys.has(word)) && words.every((word) => keys.has(word) || fillers.has(word));

/**
 * The keyword of a text, by whole words: "Yes, please." agrees, "Yesterday" does not, and "Can I stop by?"
 * does not opt out. A text with both keywords opts out.
 */
export function keywordOf(text: string): Keyword | null {
  const words = wordsOf(text);
  if (words.length > 12) return null;
  const plain = words.join(" ");
  if (isOnly(words, ends, alsoStopping) || endsAlone.has(plain)) return "stop";
  if (phrases.test(plain) || stopDoing.test(plain)) return "stop";
  if (isOnly(words, opensAgain, agreeing)) return "yes";
  return isOnly(words, asks, asking) ? "help" : null;
}
