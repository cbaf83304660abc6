const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "^{}\\[~]|€";

/** Counts the segments that a phone network splits a text into (GSM 03.38). */
export function smsSegments(text: string): { alphabet: "GSM-7" | "UCS-2"; length: number; segments: number } {
  const letters = [...text];
  if (letters.every((letter) => basic.includes(letter) || extended.includes(letter))) {
    const length = letters.reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0);
    return { alphabet: "GSM-7", length, segments: length <= 160 ? 1 : Math.ceil(length / 153) };
  }
  const { length } = text;
  return { alphabet: "UCS-2", length, segments: length <= 70 ? 1 : Math.ceil(length / 67) };
}
