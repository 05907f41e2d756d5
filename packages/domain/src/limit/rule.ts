import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '../sensor-type.ts';
import type { Unit } from '../sensor-types/types.ts';
import { convert, unitsOf } from '../unit.ts';
import type { FacilityKind, Ventilation } from './facility.ts';

/** Quantities that only a laboratory or another device measures. */
export const LABORATORY_QUANTITIES = [
  'CO',
  'NO2',
  'RADON',
  'TVOC',
  'BACTERIA',
  'FALLING_BACTERIA',
  'MOULD',
  'OZONE',
  'ASBESTOS',
  'MITES',
  'DUST',
  'AIR_SPEED',
  'VENTILATION_RATE',
  'AIR_CHANGES',
  'ILLUMINANCE',
  'NOISE',
] as const;
export type Quantity = SensorType | (typeof LABORATORY_QUANTITIES)[number];

export type LimitUnit =
  | Unit
  | 'Bq/m³'
  | 'CFU/m³'
  | 'CFU'
  | '1/cm³'
  | '1/m²'
  | 'm/s'
  | 'm³/h'
  | 'm³/min'
  | '1/h'
  | 'lx'
  | 'dB(A)';

/** AT_MOST and AT_LEAST include the value, BELOW does not. */
export const DIRECTIONS = ['AT_MOST', 'BELOW', 'AT_LEAST'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const BASES = ['ABSOLUTE', 'ABOVE_OUTDOORS'] as const;
export type Basis = (typeof BASES)[number];

/**
 * The quantity that is compared with the value: INSTANT, each reading; TWENTY_MINUTES, more than so many in a row; means of half an
 * hour, an hour, eight hours (moving), a day, the open hours of a day, a year; SAMPLE, a laboratory's sample.
 */
export const AVERAGINGS = [
  'INSTANT',
  'TWENTY_MINUTES',
  'HALF_HOUR',
  'HOUR',
  'EIGHT_HOURS',
  'DAY',
  'OPEN_DAY',
  'YEAR',
  'SAMPLE',
] as const;
export type Averaging = (typeof AVERAGINGS)[number];

/**
 * How many of the periods have to comply: each, at least a share of them, or all but those above a percentile.
 * `missingFails`: periods without data count as failed.
 */
export type Statistic =
  | { readonly kind: 'EACH' }
  | { readonly kind: 'SHARE'; readonly share: number; readonly missingFails: boolean }
  | { readonly kind: 'PERCENTILE'; readonly percentile: number };

/** Where a value was read: the law's own text, a page of the authority, another page that cites it, or nowhere. */
export const CERTAINTIES = ['LAW', 'OFFICIAL', 'SECONDARY', 'UNCONFIRMED'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** Levels of a pack that has several, such as categories and awards. */
export const LIMIT_LEVELS = [
  'GUIDELINE',
  'INTERIM_1',
  'INTERIM_2',
  'INTERIM_3',
  'INTERIM_4',
  'CATEGORY_I',
  'CATEGORY_II',
  'CATEGORY_III',
  'EXCELLENT',
  'GOOD',
  'ACCEPTABLE',
  'HIGH',
  'TARGET',
  'ACT',
  'SAFE',
  'CONSPICUOUS',
  'VERSION_1',
  'OUTDOORS_BAD',
  'BURNERS',
  'NEW_BUILDING',
] as const;
export type LimitLevel = (typeof LIMIT_LEVELS)[number];

export interface LimitRule {
  /** Unique in its pack. */
  readonly code: string;
  /** null: all kinds. */
  readonly kinds: readonly FacilityKind[] | null;
  /** null: all regions, except where the pack has a regional rule for the same. */
  readonly region: string | null;
  /** Ventilations for which it holds; null among them stands for unknown. null: all. */
  readonly ventilations: readonly (Ventilation | null)[] | null;
  readonly quantity: Quantity;
  readonly direction: Direction;
  readonly value: number;
  readonly unit: LimitUnit;
  readonly basis: Basis;
  readonly averaging: Averaging;
  readonly statistic: Statistic;
  readonly hours: 'ALL' | 'OPEN';
  /** Least share of expected data of a period, and of valid periods of all, 0 to 1. */
  readonly minCompleteness: number;
  readonly level: LimitLevel | null;
  /** A recommendation, where others of its pack are mandatory. */
  readonly isRecommended: boolean;
  /** Local days, both included; null: open. */
  readonly validFrom: string;
  readonly validTo: string | null;
  /** Of value and days, and of the averaging. */
  readonly certainty: Certainty;
  readonly averagingCertainty: Certainty;
  readonly source: string;
  /** The day on which it was last compared with its source; null: an own rule. */
  readonly checkedOn: string | null;
}

/** Who stands behind a pack. */
export const PACK_KINDS = ['LAW', 'GUIDE', 'CERTIFICATE', 'OWN'] as const;
type PackKind = (typeof PACK_KINDS)[number];

export interface LimitPack {
  readonly code: string;
  readonly kind: PackKind;
  readonly authority: string;
  /** Its rules hold only for facilities that the Korean Act covers. */
  readonly isKoreanAct: boolean;
  readonly rules: readonly LimitRule[];
}

/** An unconfirmed rule is a draft: it is shown as "to be checked". */
export const isDraft = ({ certainty }: Pick<LimitRule, 'certainty'>): boolean =>
  certainty === 'SECONDARY' || certainty === 'UNCONFIRMED';

/** Rules of quantities that Airdeck measures. */
export type MeasuredRule = LimitRule & { readonly quantity: SensorType };
export const isMeasured = (rule: LimitRule): rule is MeasuredRule =>
  SENSOR_TYPES.some((type) => type === rule.quantity);

/** The rule's value in ticks of its type; not rounded. @throws RangeError for a unit that the type does not have */
export const limitTicks = ({ quantity, value, unit }: Pick<MeasuredRule, 'quantity' | 'value' | 'unit'>): number => {
  const canonical = unitsOf(quantity).some((known) => known === unit) ? convert(quantity, value, unit) : null;
  if (canonical === null) throw new RangeError(`${quantity} has no unit ${unit}`);
  return canonical * 10 ** SENSOR_TYPE_INFO[quantity].digits;
};

/** A value of a type in the unit of its limit, so that both compare at a glance. Units of limits differ by a factor only. */
export const inLimitUnit = (type: SensorType, value: number, unit: string): number =>
  value / (convert(type, 1, unit) ?? 1);

/** Binary error of a mean of ticks, far below any real difference. */
const TIE = 1e-9;

export const complies = (ticks: number, limit: number, direction: Direction): boolean => {
  switch (direction) {
    case 'AT_MOST':
      return ticks <= limit + TIE;
    case 'BELOW':
      return ticks < limit - TIE;
    case 'AT_LEAST':
      return ticks >= limit - TIE;
  }
};
