import { randomFrom } from "./random";

const given =
  "Alex,Ruth,María,Mary-Ann,José,Siobhán,Zoë,Anne,Jean-Luc,D'Angelo,Đức,Łukasz,Иван,Sofía,Ng".split(",");
// Not Do and Ma, which are also degrees: python3-nameparser takes the word before them for the family name.
const families =
  "Baker,Lee,O'Neil,O’Brien-Smith,Müller,Núñez,McDonald,St. John,Петров,Ng,de la Cruz,van der Berg,von Braun,de Souza,del Río,Le Roux,Della Rossa,bin Laden".split(
    ",",
  );
const middles = ",,Ann,Morgan,J.,Q,María,Lee".split(",");
const titles = ",,,Mr.,Mrs,Ms.,Miss,Dr.,Dr,Prof.,Rev.,MR,Capt.".split(",");
const suffixes = "|||Jr.|Jr|Sr.|II|III|IV|MD|M.D.|PhD|Ph.D.|RN|DDS|Esq.|Jr., MD|JR".split("|");
const nicknames = ["", "", "", "", '"Bo"', "(Bo)", "“Bo”"];

/** A full name as people and order systems write it. */
export function generateName(seed: number): string {
  const { oneOf, chance } = randomFrom(seed);
  const [first, family, middle, title, suffix] = [given, families, middles, titles, suffixes].map(oneOf) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const nickname = oneOf(nicknames);
  const before = [title, first, nickname, middle].filter(Boolean).join(" ");
  const joined = oneOf([" ", ", "]);
  const ordered = oneOf([
    `${before} ${family}`,
    suffix && `${before} ${family}${joined}${suffix}`,
    `${family}, ${before}`,
    suffix && `${family}, ${before}, ${suffix}`,
    // python3-nameparser reads the first part as a full name if there are two suffixes.
    suffix && !suffix.includes(",") && `${family} ${suffix}, ${before}`,
    suffix && `${family}, ${before} ${suffix}`,
    `${family},${first}`,
    `${first} ${family}`,
  ]);
  const name = ordered || `${first} ${family}`;
  if (chance(0.2)) return name.toUpperCase();
  if (chance(0.1)) return name.toLowerCase();
  return chance(0.1) ? name.replaceAll(" ", "  ") : name;
}
