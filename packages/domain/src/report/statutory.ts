import { addDays } from '../calendar.ts';
import { type FacilityKind, groupOf } from '../limit/facility.ts';
import type { LimitUnit, Quantity } from '../limit/rule.ts';

/** Korea's ministry behind the Indoor Air Quality Control Act. */
export type Ministry = 'ENVIRONMENT' | 'CLIMATE';
const RENAMED_ON = '2025-10-01';

/** The ministry's name on a day: Ministry of Environment until 30 September 2025. */
export const ministryOn = (day: string): Ministry => (day < RENAMED_ON ? 'ENVIRONMENT' : 'CLIMATE');

/** Days from a measurement to its report (rule, article 12). */
const REPORT_DAYS = 30;
/** The months in which the kinds of a facility measure (rule, article 11(4)), as days of the year. */
export interface Season {
  readonly from: string;
  readonly to: string;
}

/** When a facility measures in a year; null: not by the Act, or exempt from it. */
export const seasonOf = (kind: FacilityKind, year: number): Season | null => {
  const group = groupOf(kind);
  if (group === null || group === 'D') return null;
  return group === 'B'
    ? { from: `${year}-07-01`, to: `${year}-12-31` }
    : { from: `${year}-01-01`, to: `${year}-06-30` };
};

export const reportDue = (measuredOn: string): string => addDays(measuredOn, REPORT_DAYS);

const KEPT_YEARS = 10;
/** Records of a year are kept until this day (rule, article 11(6)). */
export const keptUntil = (measuredOn: string): string =>
  `${Number(measuredOn.slice(0, 4)) + KEPT_YEARS}${measuredOn.slice(4)}`;

/** The quantities of the form, in its order: of annex 2 every year, of annex 3 every two years. */
export const FORM_QUANTITIES = [
  'PM10',
  'PM2.5',
  'CO2',
  'HCHO',
  'BACTERIA',
  'CO',
  'NO2',
  'RADON',
  'TVOC',
  'MOULD',
] as const satisfies readonly Quantity[];

export type FormQuantity = (typeof FORM_QUANTITIES)[number];

/** The unit of each quantity, which is that of its limits. */
export const FORM_UNITS = {
  ...{ PM10: 'µg/m³', 'PM2.5': 'µg/m³', CO2: 'ppm', HCHO: 'µg/m³', BACTERIA: 'CFU/m³' },
  ...{ CO: 'ppm', NO2: 'ppm', RADON: 'Bq/m³', TVOC: 'µg/m³', MOULD: 'CFU/m³' },
} as const satisfies Readonly<Record<FormQuantity, LimitUnit>>;

/** A quantity as a key of texts, where a period would separate two keys: `PM2_5`. */
export const quantityKey = (quantity: FormQuantity): Exclude<FormQuantity, 'PM2.5'> | 'PM2_5' =>
  quantity === 'PM2.5' ? 'PM2_5' : quantity;
