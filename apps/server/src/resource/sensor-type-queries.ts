import { SENSOR_TYPES, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { sensorChoice as en } from '@airdeck/phrases/en/sensor-type';
import { sensorChoice as ko } from '@airdeck/phrases/ko/sensor-type';
import sql, { raw, type Sql } from 'sql-template-tag';

const NAMES = SENSOR_TYPES.map((type) => {
  const key = sensorPhraseKey(type);
  return { type, text: [type, ko[key], en[key]].join('\n').toLowerCase() };
});

/** Sensor types that are called so, by their code or in either language. The few types are searched here, not for every row. */
export const sensorTypesNamed = (part: string): SensorType[] =>
  NAMES.filter(({ text }) => text.includes(part.toLowerCase())).map(({ type }) => type);

/** Whether a sensor type is called so. */
export const sensorTypeNamed =
  (column: string) =>
  (part: string): Sql =>
    sql`${raw(column)} = any(${sensorTypesNamed(part)})`;
