import { defaultRelease } from '@airdeck/contract/alarm-rule/rule';
import type { HeldCondition } from '@airdeck/contract/alarm-rule/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import type { Texts } from '../model/use-texts.ts';

/** The parts of a rule, in the order in which it reads. */
export const RULE_PARTS = ['what', 'bound', 'duration', 'release'] as const;
export type RulePart = (typeof RULE_PARTS)[number];

/** The fields of the form that a part is made of. */
export const FIELDS_OF_PART: Readonly<Record<RulePart, readonly string[]>> = {
  what: ['applies_to', 'average'],
  bound: ['basis', 'direction', 'limit'],
  duration: ['duration_min'],
  release: ['release'],
};

/** The condition of a rule as a form holds it: a number may be missing or not be one yet. */
export type EnteredCondition = { [K in keyof HeldCondition]?: HeldCondition[K] | string | null };

const MINUTES = 60;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const durationText = (t: TFunction, minutes: unknown): string | null => {
  if (!isNumber(minutes)) return null;
  if (minutes === 0) return t('admin.alarmRule.atOnce');
  const duration =
    minutes % MINUTES === 0
      ? t('admin.alarmRule.hours', { count: minutes / MINUTES })
      : t('admin.alarmRule.minutes', { count: minutes });
  return t('admin.alarmRule.lasts', { duration });
};

const valueText = (type: unknown, value: number, { language }: Texts): string => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(value);
  const unit = Object.entries(SENSOR_TYPE_INFO).find(([name]) => name === type)?.[1].unit;
  return unit === undefined ? number : `${number} ${unit}`;
};

const whatText = (t: TFunction, texts: Texts, { applies_to: type, average }: EnteredCondition): string | null => {
  if (!type) return null;
  const name = texts.choice('applies_to', String(type));
  const inText = type === 'ALL' ? name.toLocaleLowerCase(texts.language) : name;
  if (average === 'HOUR') return t('admin.alarmRule.mean', { type: inText });
  return average === 'DAY' ? t('admin.alarmRule.dayMean', { type: inText }) : name;
};

const boundText = (t: TFunction, texts: Texts, rule: EnteredCondition): string | null => {
  const { applies_to: type, basis, direction, limit } = rule;
  if (basis !== 'VALUE') return basis ? texts.choice('basis', String(basis)) : null;
  if (!isNumber(limit)) return null;
  const key = direction === 'BELOW' ? 'admin.alarmRule.atMost' : 'admin.alarmRule.atLeast';
  return t(key, { value: valueText(type, limit, texts) });
};

const releaseText = (t: TFunction, texts: Texts, rule: EnteredCondition): string | null => {
  const { applies_to: type, basis, limit, release } = rule;
  const direction = rule.direction === 'BELOW' ? 'BELOW' : 'ABOVE';
  if (release !== null && release !== undefined && !isNumber(release)) return null;
  const end = isNumber(release)
    ? release
    : isNumber(limit) && basis === 'VALUE'
      ? defaultRelease(direction, limit)
      : null;
  if (end === null) return basis === 'VALUE' ? null : t('admin.alarmRule.belowGrade');
  const key = direction === 'ABOVE' ? 'admin.alarmRule.below' : 'admin.alarmRule.above';
  return t(key, { value: valueText(type, end, texts) });
};

/** Each part of a rule in words; null while it is incomplete. */
export const ruleParts = (t: TFunction, texts: Texts, rule: EnteredCondition): Record<RulePart, string | null> => ({
  what: whatText(t, texts, rule),
  bound: boundText(t, texts, rule),
  duration: durationText(t, rule.duration_min),
  release: releaseText(t, texts, rule),
});
