import type { Body, Json, JsonObject } from './types.ts';

/** Objects and arrays in one another. */
const MAX_DEPTH = 16;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isString) {
      if (c === '\\') i += 1;
      else if (c === '"') isString = false;
    } else if (c === '"') isString = true;
    else if (c === '{' || c === '[') deepest = Math.max(deepest, ++depth);
    else if (c === '}' || c === ']') depth -= 1;
  }
  return deepest;
};

/** The bytes as UTF-8 text; null: they are none. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

const jsonOf = (bytes: Uint8Array): Json | undefined => {
  const text = textOf(bytes);
  if (text === null || depthOf(text) > MAX_DEPTH) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** A body of bytes. The caller has bounded their number. */
export const bodyOf = (bytes: Uint8Array, fPort: number | null = null): Body => ({ bytes, fPort, json: jsonOf(bytes) });

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** The object, or an empty one. */
export const objectOf = (json: Json | undefined): JsonObject => (isObject(json) ? json : {});

/** A property of an object's own; undefined for names such as `__proto__` that it only inherits. */
export const field = (json: Json | undefined, key: string): Json | undefined =>
  isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined;

/** A finite number, also when it is written as text ("12.30"); null otherwise. */
export const numberOf = (json: Json | undefined): number | null => {
  if (typeof json === 'number') return Number.isFinite(json) ? json : null;
  if (typeof json !== 'string' || !/^\s*[-+]?\d+(\.\d*)?([eE][-+]?\d+)?\s*$/.test(json)) return null;
  const value = Number(json);
  return Number.isFinite(value) ? value : null;
};

/** A text that is not empty; null otherwise. */
export const stringOf = (json: Json | undefined): string | null =>
  typeof json === 'string' && json !== '' ? json : null;

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Epoch milliseconds of an ISO 8601 time with an offset; null otherwise: a time without a zone is no time. */
export const timeOf = (json: Json | undefined): number | null => {
  if (typeof json !== 'string' || !WITH_OFFSET.test(json)) return null;
  const time = Date.parse(json);
  return Number.isFinite(time) ? time : null;
};

const HEX = /^([0-9a-fA-F]{2})*$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Bytes of a hexadecimal text; null: it is none. */
export const hexBytes = (json: Json | undefined): Uint8Array | null => {
  if (typeof json !== 'string' || !HEX.test(json)) return null;
  return Uint8Array.from(json.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
};

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Bytes of a base64 text, padded or not; null: it is none. */
export const base64Bytes = (json: Json | undefined): Uint8Array | null => {
  if (typeof json !== 'string' || !BASE64.test(json)) return null;
  try {
    const binary = atob(json.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
};
