import type { SensorType } from '@airdeck/domain/sensor-type';
import { field, numberOf } from './body.ts';
import { type DeviceValue, type Json, MAX_NAME_LENGTH, type ValueNote } from './types.ts';

/** A text that can be an address or a sensor's name; null otherwise. */
export const nameOf = (json: Json | undefined): string | null =>
  typeof json === 'string' && json !== '' && json.length <= MAX_NAME_LENGTH ? json : null;

/** Keys of a flat JSON object, in the order in which sensors are suggested. */
export type KeyTable = readonly (readonly [key: string, type: SensorType | null, unit: string, note?: ValueNote])[];

/** Reads the keys of a table. A key whose value is no number, or is a sentinel, is named in `missing`. */
export const readKeys = (
  json: Json | undefined,
  table: KeyTable,
  isSentinel: (value: number, type: SensorType | null) => boolean = () => false,
): { values: DeviceValue[]; missing: string[] } => {
  const values: DeviceValue[] = [];
  const missing: string[] = [];
  for (const [sensor, type, unit, note] of table) {
    const found = field(json, sensor);
    if (found === undefined) continue;
    const value = numberOf(found);
    if (value === null || isSentinel(value, type)) missing.push(sensor);
    else values.push({ sensor, type, value, unit, ...(note && { note }) });
  }
  return { values, missing };
};

/** `missing` as an optional property of `Decoded`. */
export const withMissing = (missing: readonly string[]): { missing?: readonly string[] } =>
  missing.length > 0 ? { missing } : {};
