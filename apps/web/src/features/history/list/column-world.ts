import type { ChoiceMeter, rowMeter } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { TableColumn } from '../../../ui/table/table-column.ts';

export type RowMeter = z.infer<typeof rowMeter>;

/** What columns are made of. */
export interface ColumnWorld {
  t: TFunction;
  language: Language;
  /** Meters that the list is about. */
  covered: readonly ChoiceMeter[];
}

const LEVELS = ['organization', 'office', 'department', 'meter'] as const;
const ID = {
  organization: 'organization_id',
  office: 'office_id',
  department: 'department_id',
  meter: 'id',
} as const satisfies Record<(typeof LEVELS)[number], keyof ChoiceMeter>;

/** Names of places, those that differ: what is the same in every row stands above the list. */
export function placeColumns<Row extends RowMeter>({ t, covered }: ColumnWorld): TableColumn<Row>[] {
  const [first] = covered;
  return LEVELS.filter((level) => covered.some((meter) => meter[ID[level]] !== first?.[ID[level]])).map((level) => ({
    id: `${level}_name`,
    header: t(`monitoring.kind.${level}`),
    width: 96,
    value: (row) => row[`${level}_name`],
  }));
}

/** Types that the meters measure, in the order of types. */
export function typesOf(covered: readonly ChoiceMeter[]): SensorType[] {
  const there = new Set(covered.flatMap(({ sensors }) => sensors.map(({ type }) => type)));
  return SENSOR_TYPES.filter((type) => there.has(type));
}
