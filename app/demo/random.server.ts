import { createHash } from "node:crypto";
import { iso } from "~/core/time";

/** The same numbers for the same seed. Only for sample data, never for secrets. */
export interface Random {
  fraction(): number;
  whole(lowest: number, highest: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Uint8Array;
}

function randomFrom(seed: string): Random {
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
  const whole = (lowest: number, highest: number) =>
    lowest + Math.floor((next() / 2 ** 32) * (highest - lowest + 1));
  return {
    fraction: () => next() / 2 ** 32,
    whole,
    pick<T>(from: readonly T[]): T {
      return from[whole(0, from.length - 1)] as T;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => whole(0, 255)),
  };
}

export function randomOf(subject: string, now: number): Random {
  return randomFrom(`firstnight demo ${iso(now).slice(0, 10)} ${subject}`);
}

export function shuffledShare(total: number, parts: number, index: number): number {
  return Math.floor(((index + 1) * total) / parts) - Math.floor((index * total) / parts);
}
