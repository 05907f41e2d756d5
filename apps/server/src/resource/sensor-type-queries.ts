import { SENSOR_TYPES, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { sensorChoice as en } from '@airdeck/phrases/en/sensor-type';
import { sensorChoice as ko } from '@airdeck/phrases/ko/sensor-type';
import sql, { raw, type Sql } from 'sql-template-tag';

const NAMES = SENSOR_TYPES.map((type) => {
  const key = sensorPhraseKey(type);
  return { type, text: [type, ko[key], en[key]].join('\n').toLowerCase() };
});

/** Whether a sensor type is called so, by its code or in either language. The few types are searched here, not for every row. */
export const sensorTypeNamed =
  (column: string) =>
  (part: string): Sql => {
    const named = NAMES.filter(({ text }) => text.includes(part.toLowerCase())).map(({ type }) => type);
    return sql`${raw(column)} = any(${named})`;
  };
