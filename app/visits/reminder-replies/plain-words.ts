const thumbs = /[\u{1F44D}\u{1F44C}\u{2705}\u{2714}\u{2611}]/gu;
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}/gu;

// Several words or spellings with the same meaning. "thanks" has no meaning here and is left out later.
const spellings: [RegExp, string][] = [
  [/\b(?:thank (?:you|u)|thx|thnx|ty)(?: (?:so|very) much)?\b|\bgod bless(?: you)?\b/g, "thanks"],
  [/\bhave a (?:nice|good|great|blessed) (?:day|one|night)\b|\bma am\b|\b(?:por|x) favor\b/g, "thanks"],
  [/\bplease confirm\b/g, "asks"],
  [/\bi am\b|\bim\b/g, "i m"],
  [/\bi will\b|\bill\b/g, "i ll"],
  [/\bwe will\b|\bwell be\b/g, "we ll"],
  [/\b(?:can|could) ?(?:not|nt|t)\b|\bcouldn t\b/g, "cant"],
  [/\bwill not\b|\bwon t\b|\bwouldn t\b/g, "wont"],
  [/\b(?:do|does)(?:n t| not|nt)\b/g, "doesnt"],
  [/\bre ?[sc]+h?[a-z]*ed[a-z]*\b/g, "reschedule"],
  [/\b(?:okay|okey|okie|oki|okk+|o k|kk?|okays)\b/g, "ok"],
  [/\b(?:ye|yea|yeah|yep|yup|yess+|yessir)\b/g, "yes"],
  [/\b(?:see|c) (?:u|ya)\b|\bcu\b/g, "see you"],
];

const withoutMeaning = new Set(
  "please pls plz thanks thank hi hello hey sorry sir mam just really oh and then gracias muchas hola lo siento perdon senor senora".split(
    " ",
  ),
);

/** A reply's clauses without accents, punctuation, and polite words. A thumbs up becomes "ok"; a question ends with "?". */
export function clausesOf(text: string): string[] {
  return text
    .slice(0, 500)
    .replace(thumbs, " ok ")
    .replace(pictures, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘`´-]/g, " ")
    .replace(/(\d)[:.](\d)/g, "$1$2")
    .replace(/\b([a-z])\.([a-z])\b\.?/g, "$1$2")
    .split(/(?<=\?)|[.,!¡¿;:\n\r()…]+/)
    .map(plainClause)
    .filter(Boolean);
}

function plainClause(clause: string): string {
  const words = clause.replace(/[^a-z0-9]+/g, " ").trim();
  const spelled = spellings.reduce((plain, [pattern, word]) => plain.replace(pattern, word), words);
  const kept = spelled.split(" ").filter((word) => word && !withoutMeaning.has(word));
  return kept.join(" ") + (clause.includes("?") ? "?" : "");
}
