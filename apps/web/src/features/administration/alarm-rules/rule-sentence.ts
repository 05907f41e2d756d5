import { defaultRelease } from '@airdeck/contract/alarm-rule/rule';
import type { HeldCondition } from '@airdeck/contract/alarm-rule/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import type { Texts } from '../model/use-texts.ts';

export type RuleInWords = HeldCondition & { code: string };

const MINUTES = 60;

const durationText = (t: TFunction, minutes: number): string =>
  minutes % MINUTES === 0
    ? t('admin.alarmRule.hours', { count: minutes / MINUTES })
    : t('admin.alarmRule.minutes', { count: minutes });

const valueText = ({ applies_to: type }: RuleInWords, value: number, { language }: Texts): string => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(value);
  return type === 'ALL' ? number : `${number} ${SENSOR_TYPE_INFO[type].unit}`;
};

const whatText = (t: TFunction, { average }: RuleInWords, type: string): string => {
  if (average === 'NONE') return type;
  return t(average === 'HOUR' ? 'admin.alarmRule.mean' : 'admin.alarmRule.dayMean', { type });
};

/** When a rule raises an alarm, and until when. */
const boundsText = (t: TFunction, texts: Texts, rule: RuleInWords): { bound: string; release: string } => {
  const { basis, direction, limit } = rule;
  const isAbove = direction === 'ABOVE';
  const end = rule.release ?? (limit === null ? null : defaultRelease(direction, limit));
  const release =
    end === null
      ? t('admin.alarmRule.belowGrade')
      : t(isAbove ? 'admin.alarmRule.below' : 'admin.alarmRule.above', { value: valueText(rule, end, texts) });
  if (basis !== 'VALUE' || limit === null) return { bound: texts.choice('basis', basis), release };
  const key = isAbove ? 'admin.alarmRule.atLeast' : 'admin.alarmRule.atMost';
  return { bound: t(key, { value: valueText(rule, limit, texts) }), release };
};

/** An alarm rule as a sentence. */
export const ruleSentence = (t: TFunction, texts: Texts, rule: RuleInWords): string => {
  if (rule.use === 'N') return t('admin.alarmRule.off', { code: rule.code });
  const what = whatText(t, rule, texts.choice('applies_to', rule.applies_to));
  const shared = { what, code: rule.code, ...boundsText(t, texts, rule) };
  return rule.duration_min === 0
    ? t('admin.alarmRule.atOnce', shared)
    : t('admin.alarmRule.after', { ...shared, duration: durationText(t, rule.duration_min) });
};
