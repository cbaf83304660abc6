export interface Segments {
  count: number;
  /** A single GSM-7 segment holds 160 characters, and each of several holds 153. For UCS-2, it's 70 and 67. */
  alphabet: "GSM-7" | "UCS-2";
  left: number;
}

const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Each is sent as two characters. */
const extended = new Set("\f^{}\\[~]|€");

export function segmentsOf(text: string): Segments {
  let septets = 0;
  for (const letter of text) {
    if (basic.has(letter)) septets += 1;
    else if (extended.has(letter)) septets += 2;
    else return inParts(text.length, "UCS-2", 70, 67);
  }
  return inParts(septets, "GSM-7", 160, 153);
}

/** The characters that force a text into UCS-2. */
export const lettersOutsideGsm = (text: string): string[] => [
  ...new Set([...text].filter((letter) => !basic.has(letter) && !extended.has(letter))),
];

function inParts(units: number, alphabet: Segments["alphabet"], single: number, each: number): Segments {
  if (units <= single) return { count: units === 0 ? 0 : 1, alphabet, left: single - units };
  const count = Math.ceil(units / each);
  return { count, alphabet, left: count * each - units };
}
