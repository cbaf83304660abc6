export interface Random {
  /** From 0 to count - 1. */
  below: (count: number) => number;
  oneOf: <Item>(items: readonly Item[]) => Item;
  /** True in this share of calls, from 0 to 1. */
  chance: (share: number) => boolean;
}

/** A repeatable generator of random numbers (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    oneOf: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (share: number) => next() < share,
  };
}
