import { isAction } from '@airdeck/domain/control/command';
import { CONTROLS, FAN_SPEEDS, POWERS, RUNS } from '@airdeck/domain/purifier-state';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { convert } from '@airdeck/domain/unit';
import { isObject } from './body.ts';
import {
  isBitTable,
  type PurifierRegisters,
  REGISTER_COMMANDS,
  REGISTER_FORMATS,
  REGISTER_STATES,
  REGISTER_TABLES,
  type RegisterMap,
  type RegisterPlace,
  type RegisterRead,
  type RegisterTable,
  type RegisterWrite,
  type StateTable,
  WORD_ORDERS,
  WRITABLE_TABLES,
  widthOf,
} from './register-map.ts';
import { type Json, type JsonObject, MAX_NAME_LENGTH } from './types.ts';

/** Field codes of the API. INVALID of a unit: the sensor type does not have it. */
export type MapErrorCode =
  | 'REQUIRED'
  | 'INVALID'
  | 'UNKNOWN_FIELD'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'CONTROL_CHARACTER'
  | 'REPEATED';

export interface MapError {
  /** Such as `reads.0.register`; empty: the whole map. */
  readonly path: string;
  readonly code: MapErrorCode;
}

export const MAX_READS = 200;
export const MAX_WRITES = 64;
const MAX_UNIT_LENGTH = 32;
const MAX_MISSING = 16;
const MAX_STATES = 64;
const MAX_REGISTER = 65_535;
const MAX_WORD = 65_535;
const MAX_SLAVE = 255;
const MAX_FACTOR = 1e6;
/** Of sentinels, which are unsigned or signed 32-bit numbers or floats. */
const MAX_SENTINEL = 1e12;
const MAX_ERRORS = 50;
const MAX_KEY_LENGTH = 64;
const CONTROL_CHARACTER = /\p{Cc}/u;

type Fail = (path: string, code: MapErrorCode) => void;
type Choices<T extends string> = readonly [T, ...T[]];

const under = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);

/** Reads fields of JSON. A wrong one is recorded, and a value that is never used takes its place. */
const createFields = (fail: Fail) => {
  const own = (object: JsonObject, key: string): Json | undefined =>
    Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;

  const number = (
    object: JsonObject,
    path: string,
    key: string,
    bounds: { min: number; max: number; isWhole?: boolean; fallback?: number },
  ): number => {
    const value = own(object, key);
    const place = under(path, key);
    if (value === undefined) {
      if (bounds.fallback === undefined) fail(place, 'REQUIRED');
      return bounds.fallback ?? bounds.min;
    }
    if (typeof value !== 'number' || !Number.isFinite(value) || (bounds.isWhole && !Number.isInteger(value))) {
      fail(place, 'INVALID');
      return bounds.min;
    }
    if (value < bounds.min) fail(place, 'TOO_SMALL');
    else if (value > bounds.max) fail(place, 'TOO_LARGE');
    return value;
  };

  const choice = <T extends string>(
    object: JsonObject,
    path: string,
    key: string,
    choices: Choices<T>,
    fallback?: T,
  ): T => {
    const value = own(object, key);
    if (value === undefined && fallback !== undefined) return fallback;
    const found = choices.find((each) => each === value);
    if (found === undefined) fail(under(path, key), value === undefined ? 'REQUIRED' : 'INVALID');
    return found ?? choices[0];
  };

  const text = (object: JsonObject, path: string, key: string, max: number, isEmptyAllowed = false): string => {
    const value = own(object, key);
    const place = under(path, key);
    if (value === undefined || value === '') {
      if (!isEmptyAllowed) fail(place, 'REQUIRED');
      return '';
    }
    if (typeof value !== 'string') fail(place, 'INVALID');
    else if (value.length > max) fail(place, 'TOO_LONG');
    else if (CONTROL_CHARACTER.test(value)) fail(place, 'CONTROL_CHARACTER');
    else if (value.trim() !== value) fail(place, 'INVALID');
    else return value;
    return '';
  };

  /** An absent list is empty. */
  const list = (object: JsonObject, path: string, key: string, max: number): readonly Json[] => {
    const value = own(object, key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) fail(under(path, key), 'INVALID');
    else if (value.length > max) fail(under(path, key), 'TOO_LONG');
    else return value;
    return [];
  };

  const object = (json: Json | undefined, path: string, known: readonly string[]): JsonObject | null => {
    if (!isObject(json)) {
      fail(path, json === undefined ? 'REQUIRED' : 'INVALID');
      return null;
    }
    for (const key of Object.keys(json)) {
      if (!known.includes(key)) fail(under(path, key.slice(0, MAX_KEY_LENGTH)), 'UNKNOWN_FIELD');
    }
    return json;
  };

  /** The objects of a list; others are recorded and left out. */
  const objects = <T>(
    parent: JsonObject,
    path: string,
    key: string,
    { max, known }: { max: number; known: readonly string[] },
    read: (object: JsonObject, path: string) => T,
  ): T[] =>
    list(parent, path, key, max).flatMap((each, i) => {
      const place = under(under(path, key), i);
      const found = object(each, place, known);
      return found === null ? [] : [read(found, place)];
    });

  return { own, number, choice, text, list, object, objects };
};

type Fields = ReturnType<typeof createFields>;

const registerOf = (fields: Fields, object: JsonObject, path: string, width = 1): number =>
  fields.number(object, path, 'register', { min: 0, max: MAX_REGISTER + 1 - width, isWhole: true });

/** A number of a register, or a bit. */
const wordOf = (fields: Fields, object: JsonObject, path: string, key: string, table: RegisterTable): number =>
  fields.number(object, path, key, { min: 0, max: isBitTable(table) ? 1 : MAX_WORD, isWhole: true });

const READ_KEYS = [
  ...['sensor', 'type', 'unit', 'table', 'register'],
  ...['format', 'wordOrder', 'factor', 'offset', 'missing'],
];

const readOf = (fields: Fields, fail: Fail, object: JsonObject, path: string): RegisterRead => {
  const table = fields.choice(object, path, 'table', REGISTER_TABLES);
  const isBit = isBitTable(table);
  const format = fields.choice(object, path, 'format', REGISTER_FORMATS, isBit ? 'bool' : 'uint16');
  if (isBit && format !== 'bool') fail(under(path, 'format'), 'INVALID');
  const named = fields.own(object, 'type');
  const type = SENSOR_TYPES.find((each) => each === named) ?? null;
  if (named !== undefined && type === null) fail(under(path, 'type'), 'INVALID');
  const unit = fields.text(object, path, 'unit', MAX_UNIT_LENGTH, type === null);
  if (type !== null && unit !== '' && convert(type, 0, unit) === null) fail(under(path, 'unit'), 'INVALID');
  const factor = fields.number(object, path, 'factor', { min: -MAX_FACTOR, max: MAX_FACTOR, fallback: 1 });
  if (factor === 0) fail(under(path, 'factor'), 'INVALID');
  const missing = fields.list(object, path, 'missing', MAX_MISSING).flatMap((each, i) => {
    if (typeof each === 'number' && Math.abs(each) <= MAX_SENTINEL) return [each];
    fail(under(under(path, 'missing'), i), 'INVALID');
    return [];
  });
  return {
    sensor: fields.text(object, path, 'sensor', MAX_NAME_LENGTH),
    register: registerOf(fields, object, path, widthOf(format)),
    wordOrder: fields.choice(object, path, 'wordOrder', WORD_ORDERS, 'BIG'),
    offset: fields.number(object, path, 'offset', { min: -MAX_FACTOR, max: MAX_FACTOR, fallback: 0 }),
    ...{ type, unit, table, format, factor, missing },
  };
};

const stateTableOf = <S extends string>(
  fields: Fields,
  fail: Fail,
  purifier: JsonObject,
  { key, states }: { key: string; states: Choices<S> },
): StateTable<S> | undefined => {
  const path = under('purifier', key);
  const json = fields.own(purifier, key);
  const object = json === undefined ? null : fields.object(json, path, ['table', 'register', 'values']);
  if (object === null) return undefined;
  const table = fields.choice(object, path, 'table', REGISTER_TABLES);
  const most = isBitTable(table) ? 1 : MAX_WORD;
  const shape = { max: MAX_STATES, known: ['value', 'to', 'state'] };
  const values = fields.objects(object, path, 'values', shape, (each, place) => {
    const value = wordOf(fields, each, place, 'value', table);
    const to = fields.number(each, place, 'to', { min: value, max: most, isWhole: true, fallback: value });
    return { value, to, state: fields.choice(each, place, 'state', states) };
  });
  if (values.length === 0) fail(under(path, 'values'), 'REQUIRED');
  for (const [i, { value, to }] of values.entries()) {
    const isRepeated = values.slice(0, i).some((earlier) => value <= earlier.to && to >= earlier.value);
    if (isRepeated) fail(`${path}.values.${i}.value`, 'REPEATED');
  }
  return { table, register: registerOf(fields, object, path), values };
};

const purifierOf = (fields: Fields, fail: Fail, json: Json | undefined): PurifierRegisters | undefined => {
  if (json === undefined) return undefined;
  const object = fields.object(json, 'purifier', REGISTER_STATES);
  if (object === null) return undefined;
  const power = stateTableOf(fields, fail, object, { key: 'power', states: POWERS });
  const level = stateTableOf(fields, fail, object, { key: 'level', states: FAN_SPEEDS });
  const mode = stateTableOf(fields, fail, object, { key: 'mode', states: CONTROLS });
  const run = stateTableOf(fields, fail, object, { key: 'run', states: RUNS });
  if (Object.keys(object).length === 0) fail('purifier', 'REQUIRED');
  return { ...(power && { power }), ...(level && { level }), ...(mode && { mode }), ...(run && { run }) };
};

const WRITE_KEYS = ['command', 'action', 'table', 'register', 'value', 'readBack'];

const writeOf = (fields: Fields, fail: Fail, object: JsonObject, path: string): RegisterWrite => {
  const table = fields.choice(object, path, 'table', WRITABLE_TABLES);
  const command = fields.choice(object, path, 'command', REGISTER_COMMANDS);
  const action = fields.text(object, path, 'action', MAX_NAME_LENGTH);
  if (action !== '' && !isAction(command, action)) fail(under(path, 'action'), 'INVALID');
  const backPath = under(path, 'readBack');
  const back = fields.object(fields.own(object, 'readBack'), backPath, ['table', 'register', 'expected']);
  const place = (json: JsonObject): RegisterPlace => ({
    table: fields.choice(json, backPath, 'table', REGISTER_TABLES),
    register: registerOf(fields, json, backPath),
  });
  const readPlace = back === null ? { table, register: 0 } : place(back);
  const expected = back === null ? 0 : wordOf(fields, back, backPath, 'expected', readPlace.table);
  return {
    ...{ command, action, table },
    register: registerOf(fields, object, path),
    value: wordOf(fields, object, path, 'value', table),
    readBack: { ...readPlace, expected },
  };
};

/** A register map of JSON that a person entered, with the defaults filled in; or its errors, at most `MAX_ERRORS`. */
export const checkRegisterMap = (json: Json | undefined): RegisterMap | { readonly errors: readonly MapError[] } => {
  const errors: MapError[] = [];
  const fail: Fail = (path, code) => {
    if (errors.length < MAX_ERRORS) errors.push({ path, code });
  };
  const fields = createFields(fail);
  const object = fields.object(json, '', ['name', 'unit', 'reads', 'purifier', 'writes']);
  if (object === null) return { errors };
  const name = fields.text(object, '', 'name', MAX_NAME_LENGTH);
  const unit = fields.number(object, '', 'unit', { min: 0, max: MAX_SLAVE, isWhole: true, fallback: 1 });
  const reads = fields.objects(object, '', 'reads', { max: MAX_READS, known: READ_KEYS }, (each, path) => {
    const read = readOf(fields, fail, each, path);
    return { read, path };
  });
  const sensors = new Set<string>();
  for (const { read, path } of reads) {
    if (read.sensor !== '' && sensors.has(read.sensor)) fail(under(path, 'sensor'), 'REPEATED');
    sensors.add(read.sensor);
  }
  const purifier = purifierOf(fields, fail, fields.own(object, 'purifier'));
  const writes = fields.objects(object, '', 'writes', { max: MAX_WRITES, known: WRITE_KEYS }, (each, path) =>
    writeOf(fields, fail, each, path),
  );
  if (errors.length === 0 && reads.length === 0 && purifier === undefined) fail('reads', 'REQUIRED');
  if (errors.length > 0) return { errors };
  return { name, unit, reads: reads.map(({ read }) => read), ...(purifier && { purifier }), writes };
};
