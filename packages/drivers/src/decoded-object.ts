import type { SensorType } from '@airdeck/domain/sensor-type';
import { isObject, numberOf, stringOf } from './body.ts';
import { sensorOfName } from './sensor-names.ts';
import {
  type Decoded,
  type DeviceValue,
  type Json,
  type JsonObject,
  MAX_NAME_LENGTH,
  type ValueNote,
} from './types.ts';

/** Numbers that are read of one object, keys that are looked at, and objects in one another. */
const MAX_NUMBERS = 100;
const MAX_KEYS = 1_000;
const MAX_DEPTH = 5;
/** What sensors send instead of a value that cannot be negative, or that is beyond their range. */
const SENTINELS: readonly number[] = [-1, 65_535];

interface Named {
  readonly type: SensorType | null;
  readonly unit: string;
  readonly note?: ValueNote;
}

/** The quantity that a key names; null: the key says nothing. A known quantity whose unit is not known has no type. */
const namedBy = (name: string, given: string | null): Named | null => {
  const sensor = sensorOfName(name, given);
  if (sensor === null) return null;
  const { type, note } = sensor;
  const unit = sensor.unit ?? (type === 'TEMPERATURE' && given === null ? '°C' : null);
  // HCHO is reported in units that differ a thousandfold, so a person has to give its unit.
  if (unit === null) return { type: null, unit: given ?? '' };
  return { type, unit, ...(note && { note }) };
};

interface Found {
  readonly values: DeviceValue[];
  readonly missing: string[];
  readonly warnings: string[];
  /** At least one key has a common name. */
  hasAlias: boolean;
  keys: number;
}

const readValue = (found: Found, name: string, json: Json, unit: string | null): void => {
  const named = namedBy(name, unit);
  if (named === null && typeof json !== 'number') return;
  const value = numberOf(json);
  if (named !== null && (value !== null || json === null)) found.hasAlias = true;
  const isSentinel =
    value !== null && named !== null && named.type !== 'TEMPERATURE' && SENTINELS.some((each) => each === value);
  if (value === null || isSentinel) {
    if (named !== null && (isSentinel || json === null)) found.missing.push(name);
    return;
  }
  const { type, note } = named ?? { type: null };
  found.values.push({
    sensor: name,
    type,
    value,
    unit: (named?.unit ?? unit ?? '').slice(0, 20),
    ...(note && { note }),
  });
};

const readObject = (found: Found, json: JsonObject, prefix: string, depth: number): void => {
  // `{"value": 21.5, "unit": "°F"}`
  const unit = stringOf(json.unit);
  for (const [key, value] of Object.entries(json)) {
    const name = prefix + key;
    found.keys += 1;
    if (found.values.length + found.missing.length >= MAX_NUMBERS || found.keys > MAX_KEYS) return;
    if (name.length > MAX_NAME_LENGTH || key === '') continue;
    if (isObject(value)) {
      if (depth < MAX_DEPTH) readObject(found, value, `${name}.`, depth + 1);
    } else if (!Array.isArray(value)) readValue(found, name, value, key === 'value' ? unit : null);
  }
};

const read = (json: JsonObject): Found => {
  const found: Found = { values: [], missing: [], warnings: [], hasAlias: false, keys: 0 };
  readObject(found, json, '', 1);
  const isFull = found.values.length + found.missing.length >= MAX_NUMBERS || found.keys > MAX_KEYS;
  if (isFull) found.warnings.push(`only the first ${MAX_NUMBERS} numbers were read`);
  return found;
};

/** Whether an object has a key with the common name of a quantity. */
export const hasKnownKey = (json: Json | undefined): boolean => isObject(json) && read(json).hasAlias;

/**
 * Values of an object that a codec made, or that a device sent: keys of nested objects with dots between them, and what
 * their names say that they measure. Arrays are not read: they hold histories and lists, not the present value.
 */
export const decodedOfObject = (json: JsonObject): Decoded => {
  const { values, missing, warnings } = read(json);
  return {
    frames: values.length > 0 ? [{ time: null, values }] : [],
    ...(missing.length > 0 && { missing }),
    warnings,
  };
};
