import type { ChoiceMeter, rowMeter } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import type { z } from 'zod';

export type RowMeter = z.infer<typeof rowMeter>;

/** What columns are made of. */
export interface ColumnWorld {
  t: TFunction;
  language: Language;
  /** Meters that the list is about. */
  covered: readonly ChoiceMeter[];
}

/** Types that the meters measure, in the order of types. */
export function typesOf(covered: readonly ChoiceMeter[]): SensorType[] {
  const there = new Set(covered.flatMap(({ sensors }) => sensors.map(({ type }) => type)));
  return SENSOR_TYPES.filter((type) => there.has(type));
}
