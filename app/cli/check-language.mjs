// Part of npm run check: finds phrases that the project's language rules replace with plain American English.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./prepare.mjs";

/** Retired words as identifiers (docs/dictionary.md). Names with "_" are SQL columns and API fields. */
const retiredNames = [
  [/^(?!lowerThreadPriority$)([a-z]+Thread|thread[A-Z]|Thread[A-Z])\w*$/, "conversation"],
  [/^(\w+HeldMoves?|[hH]eldMoves?\w*)$/, "pending move"],
  [/[vV]iewerZone/, "browserZone"],
  [/^[oO]ffboard/, "closeAccount"],
  [/^([hH]andOver|[mM]oveDay)(?![a-z])/, "reassign"],
];

const scope = ["app", "docs", "tests", "README.md"];

/** Exact texts from parts 1 and 2 of the specification, and labels from other products. */
const exactTexts = ["A message comes in", "that|at once|right"];

const phrases = [
  [
    /(?<![\w"'`@.-])whoever(?![\w"'`@.-])|\bwhatever\b/i,
    "Name the user, the caller, a patient or the thing.",
  ],
  [/(?<![\w"'`@.-])(nobody|somebody)(?![\w"'`@.-])/i, 'Name who it is: "the user", "staff", "no one".'],
  [/\b(that|those) of\b/i, "Repeat the noun."],
  [/\bmeanwhile\b/i, 'Delete it, or write "in the meantime".'],
  [/\banew\b/i, 'Write "again" or "new".'],
  [/\bat hand\b/i, 'Write "available" or "current".'],
  [/\bin turn\b/i, "Delete it, or describe the order of events."],
  [/\bof (its|their) own\b/i, 'Write "own" or "separate".'],
  [/\bby (itself|themselves)\b/i, 'Write "automatically" or delete it.'],
  [/\b(visits|times|days off|nothing|still) to come\b/i, 'Write "upcoming".'],
  [/\bfor good\b/i, 'Write "permanently".'],
  [/\b(is|are|was|were|be|been) told\b/i, 'Write "is notified".'],
  [/\bsays (so|why|what|how|where|which|that)\b/i, 'Write "shows", "lists" or "explains".'],
  [/\b(stands|stood) (in|at|under|on|there|beside|before|behind|below|above)\b/i, 'Write "is".'],
  [/\b(lies|lay) (in|at|under|on|there|beside|before|behind|below|with|elsewhere)\b/i, 'Write "is".'],
  [/\b(takes?|taken|took|taking) in\b/i, 'Write "imports" or "reads".'],
  [/\b(comes?|came) in\b/i, 'Write "arrives".'],
  [/\b(goes|went) on\b/i, 'Write "continues".'],
  [/\bgoes back to\b/i, 'Write "returns to".'],
  [/\bholds up\b/i, 'Write "blocks" or "delays".'],
  [/\blets? in\b/i, 'Write "admits" or "signs in".'],
  [/\bmends?\b/i, 'Write "fixes".'],
  [/\b(taken|take|gave|given) back\b/i, 'Write "undone", "rolled back" or "returned".'],
  [/\bthe product's back\b/i, 'Write "altered".'],
  [/\/\*\* (What|Who) /, "Start with the noun."],
  [/\b(an|the) own\b/i, 'Write "a separate" or a possessive.'],
  [/\bthere (is|was|are|were) no such\b/i, 'Write "… not found."'],
  [/\bwas no answer\b/i, 'Write "The server didn\'t respond."'],
  [/\bat once\b/i, 'Write "immediately" or "at the same time".'],
  [/\bin turns\b/i, 'Write "alternating".'],
  [/\bany more\b/i, 'Write "no longer" or "anymore".'],
  [/\bbeside\b/i, 'Write "next to", "during", "with" or "and".'],
  [/\bheld up\b/i, 'Write "blocked" or "delayed".'],
  [/\balso (if|when|after|during)\b/i, 'Write "even if" or "including".'],
  [/\bprocessor time\b/i, 'Write "CPU time".'],
  [
    /\b(the house's|at the door|front door|in the room)\b/i,
    "Don't use a metaphor for a part of the product.",
  ],
];

const files = (path) =>
  statSync(join(root, path)).isFile()
    ? [path]
    : readdirSync(join(root, path), { withFileTypes: true }).flatMap(({ name }) => files(`${path}/${name}`));

function problemsIn(file) {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const text = exactTexts.reduce((rest, exact) => rest.replaceAll(exact, ""), line);
    return phrases.flatMap(([pattern, advice]) => {
      const found = pattern.exec(text)?.[0];
      return found ? [`${file}:${index + 1} "${found}": ${advice}`] : [];
    });
  });
}

const findPhrases = (paths) =>
  paths
    .flatMap(files)
    .filter(
      (file) => /\.(tsx?|mjs|css|md)$|grafana\.json$/.test(file) && !file.endsWith("check-language.mjs"),
    )
    .flatMap(problemsIn);

function retiredNamesIn(file) {
  const text = readFileSync(join(root, file), "utf8");
  return retiredNames.flatMap(([pattern, term]) =>
    [...new Set(text.match(/(?<![\w"'`/.-])[A-Za-z]\w*(?![\w"'`/-])/g))]
      .filter((name) => pattern.test(name))
      .map((name) => `${file} ${name}: the dictionary says "${term}"`),
  );
}

export function checkLanguage() {
  const problems = [
    ...findPhrases(scope),
    ...["app", "tests"]
      .flatMap(files)
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap(retiredNamesIn),
  ];
  if (problems.length === 0) return;
  console.error(`Write the way that staff and patients speak.\n${problems.join("\n")}`);
  process.exit(1);
}
