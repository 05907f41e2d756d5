const SPACE = 0x20;
const QUOTE = 0x22;

/** Number of keys that JSON.parse kept, in objects and arrays at any depth. */
const countKeys = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) if (typeof inner === 'object') count += countKeys(inner);
  return count;
};

/** Colons with a quote before them: the keys, and whatever strings hold that looks like one. */
const countKeyEnds = (text: string): number => {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (before >= 0 && text.charCodeAt(before) <= SPACE) before--;
    if (text.charCodeAt(before) === QUOTE) count++;
  }
  return count;
};

/** A JSON string, or a bracket or comma outside of strings; a string with a colon behind it is a key. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;

/**
 * Keys that stand twice in one object of a valid JSON text; null when there are none. JSON.parse silently keeps
 * the last of them, but which of two values a sensor meant nobody knows. `parsed` is what JSON.parse made of the
 * text: while it has as many keys as the text has key ends, which costs little to see, no key was lost.
 */
export const repeatedKeys = (text: string, parsed: unknown): ReadonlySet<string> | null => {
  if (countKeyEnds(text) === countKeys(parsed)) return null;
  const doubled = new Set<string>();
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) doubled.add(key);
      keys?.add(key);
    }
  }
  return doubled.size > 0 ? doubled : null;
};
