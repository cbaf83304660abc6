const minute = 60_000;

// The limit covers all formats together, because a cookie can name any of 400 time zones.
const maxCached = 100_000;
const caches: Map<number, string>[] = [];
let count = 0;

/** Returns a formatter with a cache, because pages format the same times repeatedly. */
export function cachedFormat(format: Intl.DateTimeFormat): (at: number) => string {
  const cache = new Map<number, string>();
  caches.push(cache);
  return (instant) => {
    // No format shows seconds, and every zone's offset is a whole number of minutes.
    const at = Math.floor(instant / minute) * minute;
    let text = cache.get(at);
    if (text === undefined) {
      if (++count > maxCached) {
        for (const each of caches) each.clear();
        count = 1;
      }
      // Newer ICU data puts a narrow no-break space before AM and PM. Browsers and servers have different versions.
      text = format.format(at).replace(/[\u202f\u00a0]/g, " ");
      cache.set(at, text);
    }
    return text;
  };
}
