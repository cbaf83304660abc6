import { type Random, randomFrom } from "./random";

// States, Guam, the Virgin Islands, American Samoa, the Northern Marianas, Puerto Rico, Canada, toll-free, and none.
const areaCodes =
  "919 212 505 808 907 602 671 340 684 670 787 939 416 800 888 833 900 555 119 011 099 100 291 999 211".split(
    " ",
  );
const exchanges = "555 234 867 200 999 911 100 055 019".split(" ");

/** A US number or a mistake in one, as people and programs write numbers. */
export function generatePhone(seed: number): string {
  const random = randomFrom(seed);
  const { below, oneOf, chance } = random;
  const area = oneOf(areaCodes);
  const exchange = oneOf(exchanges);
  const line = oneOf([String(below(10_000)).padStart(4, "0"), "0123", "0000", String(below(1000)), "01234"]);
  const [space, dash] = [
    oneOf([" ", " ", "\u00a0", "  ", "\t"]),
    oneOf(["-", "-", ".", "\u2013", "\u2011", " - ", "/"]),
  ];
  const written = oneOf([
    `${area}${exchange}${line}`,
    `(${area})${space}${exchange}${dash}${line}`,
    `(${area})${exchange}${dash}${line}`,
    `${area}${dash}${exchange}${dash}${line}`,
    `${area}${space}${exchange}${space}${line}`,
    `[${area}]${space}${exchange}${dash}${line}`,
    `${area}${exchange}${dash}${line}`,
    `${area}${dash}${exchange}${space}${line.slice(0, 2)}${space}${line.slice(2)}`,
  ]);
  const prefix = oneOf(["", "", "", "+1", "+1 ", "1", "1-", "1 ", "001 ", "011 1 ", "+", "(+1) ", "1.", "0"]);
  const before = oneOf(["", "", "", "", "", "tel:", "Cell: ", "Home ", "Ph# ", " ", "\u200e", "c/o "]);
  const more = chance(0.25) ? extension(random) : "";
  // Three letters after a number are keys of the phone to Google, as in 1-800-FLOWERS, and "9195550123 (cell)" is too long.
  const after = oneOf(["", "", "", " ", ".", ";", "\u202c", ...(more ? [] : [" (c)", " hm", " /"])]);
  const text = `${before}${prefix}${written}${more}${after}`;
  return chance(0.05) ? inOtherDigits(text, oneOf([0xff10, 0x0660])) : text;
}

function extension({ below, oneOf }: Random): string {
  const digits = String(below(oneOf([10, 1000, 100_000])));
  const mark = oneOf([
    " x",
    "x",
    " ext ",
    " ext. ",
    " Ext:",
    " extension ",
    " #",
    ", ext ",
    ";ext=",
    " X",
    ",,",
    " anexo ",
  ]);
  return mark + digits;
}

/** With the ten digits that begin at a character, such as the full-width zero. */
const inOtherDigits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
