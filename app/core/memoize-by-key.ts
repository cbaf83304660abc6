/** Caches the value that `find` returned for a key. Clears the cache after `most` keys. */
export function memoizeByKey<Value>(most = 10_000): (key: string, find: () => Value) => Value {
  const values = new Map<string, Value>();
  return (key, find) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= most) values.clear();
    const found = find();
    values.set(key, found);
    return found;
  };
}
