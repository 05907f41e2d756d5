import { field, numberOf, objectOf, stringOf } from '../body.ts';
import { factsBytes, fitting } from '../facts.ts';
import { sensorOfName, unitWarning } from '../sensor-names.ts';
import type { DeviceValue, Json, JsonObject } from '../types.ts';
import { MAX_FACTS_BYTES, MAX_NAME_LENGTH, MAX_VALUES } from '../types.ts';
import { isNumeric, type Metric, metricValue } from './payload.ts';

/** "Room 101/CO2" is a CO2 sensor of that name. */
const sensorOfMetric = (name: string, unit: string | null) => sensorOfName(name.split('/').at(-1) ?? '', unit);

/** Facts of a birth: the sensors, and the aliases of all others. */
export const factsOfBirth = (metrics: readonly Metric[]): JsonObject => {
  const sensors: JsonObject[] = [];
  const others: string[] = [];
  for (const { name, alias, datatype, unit } of metrics) {
    const isSensor =
      name !== null && name.length <= MAX_NAME_LENGTH && isNumeric(datatype) && sensorOfMetric(name, unit) !== null;
    if (isSensor) sensors.push({ name, datatype, ...(alias === null ? {} : { alias }), ...(unit ? { unit } : {}) });
    else if (alias !== null) others.push(alias);
  }
  const kept = fitting(sensors, 100);
  const text = others.join(' ');
  const hasAll = kept.length === sensors.length && factsBytes([...kept, text]) < MAX_FACTS_BYTES - 100;
  // With aliases left out, an unknown one no longer shows that a birth was missed.
  return hasAll ? { sensors: kept, others: text } : { sensors: kept, isPartial: true };
};

const MAX_WARNINGS = 20;

/** Puts the values of metrics into frames of one time each. */
export const readMetrics = (metrics: readonly Metric[], payloadTime: number | null, facts: Json | undefined) => {
  const sensors = field(facts, 'sensors');
  const known = Array.isArray(sensors) ? sensors.map((each: Json) => objectOf(each)) : [];
  const byAlias = new Map(known.flatMap((each) => (each.alias === undefined ? [] : [[each.alias, each] as const])));
  const byName = new Map(known.map((each) => [each.name, each]));
  const others = new Set((stringOf(field(facts, 'others')) ?? '').split(' '));
  const frames = new Map<number | null, DeviceValue[]>();
  const missing: string[] = [];
  const warnings: string[] = [];
  let isUnknown = false;
  let count = 0;
  for (const { name, alias, time, datatype, unit: own, isMissing, fields } of metrics) {
    if (name === null && alias === null) continue;
    const birth = name === null ? byAlias.get(alias) : byName.get(name);
    const sensor = name ?? stringOf(birth?.name);
    if (sensor === null) {
      if (field(facts, 'isPartial') !== true && !others.has(alias ?? '')) isUnknown = true;
      continue;
    }
    const given = own ?? stringOf(birth?.unit);
    const described = sensor.length > MAX_NAME_LENGTH ? null : sensorOfMetric(sensor, given);
    const kind = datatype ?? numberOf(birth?.datatype);
    if (described === null || (kind !== null && !isNumeric(kind))) continue;
    const value = isMissing || kind === null ? null : metricValue(fields, kind);
    const { type, unit, ...note } = described;
    if (isMissing || (value !== null && !Number.isFinite(value))) missing.push(sensor);
    else if (value === null) warnings.push(`${sensor} has no number`);
    else if (unit === null) warnings.push(unitWarning(sensor, given));
    else if (count++ < MAX_VALUES) {
      const at = time ?? payloadTime;
      const values = frames.get(at) ?? [];
      values.push({ sensor, type, value, unit, ...note });
      frames.set(at, values);
    }
  }
  if (count > MAX_VALUES) warnings.push('too many values');
  if (isUnknown) warnings.push('metrics with an unknown alias: a rebirth is needed');
  return {
    frames: [...frames].map(([time, values]) => ({ time, values })),
    missing,
    warnings: warnings.slice(0, MAX_WARNINGS),
    isUnknown,
  };
};
