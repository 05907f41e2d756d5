/** Caches the result of `make` for each key. */
export const memoize = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
};

/** Keeps only the last value: for a key that mostly comes several times in a row, and which is compared faster than found. */
export const memoizeLast = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  let last: { key: Key; value: Value } | undefined;
  return (key) => {
    if (last?.key === key) return last.value;
    const value = make(key);
    last = { key, value };
    return value;
  };
};
