import type { YearlyEntries } from '@airdeck/contract/report/yearly';
import type { Language } from '@airdeck/contract/user/schema';
import { FORM_QUANTITIES } from '@airdeck/domain/report/statutory';

/** Numbers and days of a row while they are typed. */
type Typed<T> = { [K in keyof T]: string };
export type ResultDraft = Typed<YearlyEntries['results'][number]>;
export type EquipmentDraft = Typed<YearlyEntries['equipment'][number]>;

export interface YearlyDraft extends Typed<Omit<YearlyEntries, 'results' | 'equipment'>> {
  results: ResultDraft[];
  equipment: EquipmentDraft[];
}

const typed = (value: string | number | null): string => (value === null ? '' : String(value));
const typedRow = <T extends object>(row: T): Typed<T> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typed(value)])) as Typed<T>;

export const draftOf = ({ results, equipment, ...rest }: YearlyEntries): YearlyDraft => ({
  ...typedRow(rest),
  results: results.map(typedRow),
  equipment: equipment.map(typedRow),
});

/** A number as people type it; NaN, which the contract refuses, for anything else. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replaceAll(',', '')));
const dayOf = (text: string): string | null => (text === '' ? null : text);

export const EMPTY_RESULT: ResultDraft = {
  ...{ quantity: FORM_QUANTITIES[0], place: '', times: '1', lowest: '', highest: '', mean: '' },
  ...{ taken: '', instrument: '' },
};
export const EMPTY_EQUIPMENT: EquipmentDraft = {
  ...{ equipment: '', model: '', count: '1', air_flow: '', filter_changed: '' },
};

/** The request of a draft, still to be checked: a number that is missing or wrong stays so, for the contract to name it. */
export const requestOf = (
  { results, equipment, measured_on, ...rest }: YearlyDraft,
  { office, year, language }: { office: number; year: number; language: Language },
): object => ({
  ...{ office_id: office, year, report_language: language },
  entries: {
    ...rest,
    measured_on: dayOf(measured_on),
    results: results.map((row) => ({
      ...{ place: row.place, taken: row.taken, instrument: row.instrument },
      quantity: FORM_QUANTITIES.find((each) => each === row.quantity) ?? FORM_QUANTITIES[0],
      times: numberOf(row.times),
      lowest: numberOf(row.lowest),
      highest: numberOf(row.highest),
      mean: numberOf(row.mean),
    })),
    equipment: equipment.map((row) => ({
      ...{ equipment: row.equipment, model: row.model },
      count: numberOf(row.count),
      air_flow: numberOf(row.air_flow),
      filter_changed: dayOf(row.filter_changed),
    })),
  },
});
