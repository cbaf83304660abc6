const minute = 60_000;

// Of all formats together, since a cookie may name any of four hundred zones.
const most = 100_000;
const kept: Map<number, string>[] = [];
let count = 0;

/** Puts instants into the words of a format, and keeps them: pages name the same times over and over. */
export function cachedFormat(format: Intl.DateTimeFormat): (at: number) => string {
  const mine = new Map<number, string>();
  kept.push(mine);
  return (instant) => {
    // No words tell seconds, and every zone's clock is whole minutes away from UTC.
    const at = Math.floor(instant / minute) * minute;
    let words = mine.get(at);
    if (words === undefined) {
      if (++count > most) {
        for (const each of kept) each.clear();
        count = 1;
      }
      // Newer ICU data puts a narrow no-break space before AM and PM; browsers and servers differ.
      words = format.format(at).replace(/[\u202f\u00a0]/g, " ");
      mine.set(at, words);
    }
    return words;
  };
}
