import { createHash } from "node:crypto";
import { iso } from "~/core/time";

export type Random = ReturnType<typeof randomOf>;

/** Random numbers for sample data. Each subject gets the same numbers all day. Never use them for secrets. */
export function randomOf(subject: string, now: number) {
  const seed = `firstnight demo ${iso(now).slice(0, 10)} ${subject}`;
  const start = createHash("sha256").update(seed).digest();
  let a = start.readInt32LE(0);
  let b = start.readInt32LE(4);
  let c = start.readInt32LE(8);
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) next();
  const fraction = () => next() / 2 ** 32;
  const whole = (lowest: number, highest: number) => lowest + Math.floor(fraction() * (highest - lowest + 1));
  return {
    fraction,
    whole,
    pick: <T>(from: readonly T[]) => from[whole(0, from.length - 1)] as T,
    bytes: (count: number) => Uint8Array.from({ length: count }, () => whole(0, 255)),
  };
}

/** Splits a total into whole parts that differ by at most one. */
export function shareOf(total: number, parts: number, index: number): number {
  return Math.floor(((index + 1) * total) / parts) - Math.floor((index * total) / parts);
}
