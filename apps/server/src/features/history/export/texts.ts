import { SENSOR_TYPE_INFO, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import type { Texts } from '../../../export/texts.ts';

/** Short name of a sensor type, as printed on devices. */
export const sensorName = (texts: Texts, type: SensorType): string => texts.grade.sensor[sensorPhraseKey(type)];

/** Heading of a type's values, with its unit: `PM10 (µg/m³)`, `PM10 mean (µg/m³)`. */
export function typeHeader(texts: Texts, type: SensorType, statistic?: string): string {
  const name = sensorName(texts, type);
  return `${statistic ? `${name} ${statistic}` : name} (${SENSOR_TYPE_INFO[type].unit})`;
}

/** Inserts a number into a text such as `Fan {{number}}`. */
export const numbered = (text: string, number: number): string => text.replace('{{number}}', String(number));
