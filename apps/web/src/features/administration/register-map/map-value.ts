import type { FieldCode } from '@airdeck/contract/error/field-code';
import { checkRegisterMap } from '@airdeck/drivers/check-register-map';
import type { Json } from '@airdeck/drivers/types';

/** A register map as it is edited: any JSON object, so that the form can show one that is not right yet. */
export type MapJson = Readonly<Record<string, unknown>>;
/** A text: it is not JSON yet, and its form refuses it. null: no map. */
export type MapValue = MapJson | string | null;

export const isObject = (value: unknown): value is MapJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const EMPTY_MAP: MapJson = { name: '', unit: 1, reads: [], writes: [] };

/** The value of a text that a person typed or imported. */
export const mapOfText = (text: string): MapValue => {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
};

export const textOfMap = (value: MapValue): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** The value at a path such as `reads.0.register`. */
export const valueAt = (map: unknown, path: string): unknown =>
  path === ''
    ? map
    : path.split('.').reduce<unknown>((at, key) => {
        if (Array.isArray(at)) return at[Number(key)] as unknown;
        return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
      }, map);

export const listAt = (map: unknown, path: string): readonly unknown[] => {
  const value = valueAt(map, path);
  return Array.isArray(value) ? value : [];
};

/** A copy with another value at a path; undefined removes the key. Objects on the way are made where they are missing. */
export const withValue = (map: unknown, path: string, value: unknown): unknown => {
  const [key = '', ...rest] = path.split('.');
  const inner = (old: unknown) => (rest.length === 0 ? value : withValue(old, rest.join('.'), value));
  if (Array.isArray(map)) return map.map((each, i): unknown => (i === Number(key) ? inner(each) : each));
  const { [key]: old, ...others } = isObject(map) ? map : {};
  const next = inner(old);
  if (next === undefined) return others;
  // A key that is there keeps its place in the JSON.
  return isObject(map) && Object.hasOwn(map, key) ? { ...map, [key]: next } : { ...others, [key]: next };
};

/** A copy of a list with one element at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const element = list[from];
  if (element === undefined || to < 0 || to >= list.length) return [...list];
  const others = list.filter((_, i) => i !== from);
  return [...others.slice(0, to), element, ...others.slice(to)];
};

export type MapErrors = ReadonlyMap<string, FieldCode>;

/** The errors of a map by path, as the server would find them. */
export const errorsOf = (map: MapValue): MapErrors => {
  if (map === null) return new Map();
  if (typeof map === 'string') return new Map([['', 'INVALID']]);
  const checked = checkRegisterMap(map as Json);
  return new Map('errors' in checked ? checked.errors.map(({ path, code }) => [path, code]) : []);
};

/** Errors at a path or below it. */
export const countBelow = (errors: MapErrors, path: string): number =>
  [...errors.keys()].filter((each) => each === path || each.startsWith(`${path}.`)).length;
