/**
 * Finds each thing once. Zones, their labels and where a day begins cost up to a tenth of a millisecond, and
 * pages ask for the same ones a hundred times.
 *
 * @param most it forgets all once it holds so many
 * @returns what was found for a key, or what `find` finds now
 */
export function memoizeByKey<Value>(most = 10_000): (key: string, find: () => Value) => Value {
  const held = new Map<string, Value>();
  return (key, find) => {
    const known = held.get(key);
    if (known !== undefined) return known;
    if (held.size >= most) held.clear();
    const found = find();
    held.set(key, found);
    return found;
  };
}
