import { isUtf8 } from 'node:buffer';
import { Failure } from './failure.ts';

/** Deeper than any body of the API. Code that processes a body may be recursive. */
const MAX_DEPTH = 32;
/** Keys that can change an object's prototype. */
const DANGEROUS_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Index of the closing quote of the JSON string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
};

const isKey = (text: string, end: number): boolean => {
  let at = end + 1;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++;
  return text[at] === ':';
};

/** Whether a JSON text is flat enough, and no object has a duplicate or dangerous key. */
const isPlain = (text: string): boolean => {
  /** Keys of the open objects; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      if (open.push(character === '{' ? new Set() : null) > MAX_DEPTH) return false;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keys && isKey(text, end)) {
        const key: string = JSON.parse(text.slice(at, end + 1));
        if (keys.has(key) || DANGEROUS_KEYS.has(key)) return false;
        keys.add(key);
      }
      at = end;
    }
  }
  return true;
};

/**
 * Parses a JSON body. JSON.parse silently keeps the last of two values of a key, but which one was meant is unknown.
 * @throws Failure ERR_BAD_REQUEST for invalid JSON (RFC 8259 in UTF-8), too deep nesting, or a duplicate key.
 */
export const parseBody = (bytes: Buffer): unknown => {
  try {
    const text = bytes.toString('utf8');
    if (isUtf8(bytes) && isPlain(text)) return JSON.parse(text);
  } catch {
    // Invalid JSON.
  }
  throw new Failure('ERR_BAD_REQUEST');
};
