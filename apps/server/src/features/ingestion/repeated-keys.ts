import type { ParsedJson } from '../../device-messages/parse-payload.ts';

const SPACE = 0x20;
const QUOTE = 0x22;

/** Colons with a quote before them: the keys, and parts of strings that look like one. */
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
 * the last of them, but which of two values a sensor meant is unknown. While the text has as many key ends as
 * JSON.parse kept keys, which costs little to see, none was lost.
 */
export const repeatedKeys = ({ text, keys: kept }: ParsedJson): ReadonlySet<string> | null => {
  if (countKeyEnds(text) === kept) return null;
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
