import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import type { Texts } from '../../../export/texts.ts';

/** Phrase keys contain no period, names of sensor types do. */
const KEYS = {
  PM10: 'PM10',
  'PM2.5': 'PM25',
  'PM1.0': 'PM1',
  CO2: 'CO2',
  TEMPERATURE: 'TEMPERATURE',
  HUMIDITY: 'HUMIDITY',
  HCHO: 'HCHO',
} as const satisfies Record<SensorType, string>;

/** Short name of a sensor type, as printed on devices. */
export const sensorName = (texts: Texts, type: SensorType): string => texts.grade.sensor[KEYS[type]];

/** Heading of a type's values, with its unit: `PM10 (µg/m³)`, `PM10 mean (µg/m³)`. */
export function typeHeader(texts: Texts, type: SensorType, statistic?: string): string {
  const name = sensorName(texts, type);
  return `${statistic ? `${name} ${statistic}` : name} (${SENSOR_TYPE_INFO[type].unit})`;
}

/** Inserts a number into a text such as `Fan {{number}}`. */
export const numbered = (text: string, number: number): string => text.replace('{{number}}', String(number));
