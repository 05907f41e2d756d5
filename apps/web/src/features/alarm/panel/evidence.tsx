import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { HeldCondition } from '@airdeck/contract/alarm-rule/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { PanelFacts } from '../../../ui/panel/side-panel.tsx';
import { evidenceQuery } from '../model/queries.ts';
import { timeText, triggerOf } from '../model/texts.ts';

const HOUR_MIN = 60;

const durationText = (minutes: number, t: TFunction): string =>
  minutes % HOUR_MIN === 0
    ? t('admin.alarmRule.hours', { count: minutes / HOUR_MIN })
    : t('admin.alarmRule.minutes', { count: minutes });

interface RuleOptions {
  type: SensorType;
  /** The bound that raised the alarm, for rules whose bound is that of a grade. */
  bound: number | null;
  t: TFunction;
  language: Language;
}

/** When a rule raises an alarm: `CO₂ at least 1,500 ppm for 2 hours`. */
export const ruleText = (rule: HeldCondition, { type, bound, t, language }: RuleOptions): string => {
  const name = t(sensorNameKey(type));
  const means = {
    NONE: name,
    HOUR: t('admin.alarmRule.mean', { type: name }),
    DAY: t('admin.alarmRule.dayMean', { type: name }),
  };
  const limit = rule.basis === 'VALUE' ? rule.limit : bound;
  const value = limit === null ? '' : `${formatReading(type, limit, language)} ${SENSOR_TYPE_INFO[type].unit}`.trim();
  const direction = rule.direction === 'ABOVE' ? 'admin.alarmRule.atLeast' : 'admin.alarmRule.atMost';
  const written = limit === null ? t(`admin.choice.basis.${rule.basis}`) : t(direction, { value });
  const shared = { what: means[rule.average], bound: written };
  return rule.duration_min === 0
    ? t('alarm.panel.ruleAtOnce', shared)
    : t('alarm.panel.ruleAfter', { ...shared, duration: durationText(rule.duration_min, t) });
};

/** What raised an alarm: the value and the rule, from which reading on, what the device sent, what late readings changed. */
export function Evidence({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(evidenceQuery(alarm.id));
  const value = triggerOf(alarm, t, language);
  const { sensor_type: type, bound, since_time, corrected_time, detail, source } = alarm;
  const rule = data?.rule ?? null;
  return (
    <section>
      <h3>{t('alarm.panel.evidence')}</h3>
      <PanelFacts>
        {value === '' ? null : (
          <>
            <dt>{t('alarm.panel.raisedBy')}</dt>
            <dd className="num">{value}</dd>
          </>
        )}
        {rule === null || type === null ? null : (
          <>
            <dt>{t('alarm.panel.rule')}</dt>
            <dd>
              {rule.use === 'N'
                ? t('alarm.panel.ruleOff')
                : t('alarm.panel.ruleNow', { sentence: ruleText(rule, { type, bound, t, language }) })}
            </dd>
          </>
        )}
        {since_time === alarm.occured_time ? null : (
          <>
            <dt>{t('alarm.field.since')}</dt>
            <dd className="num">{timeText(since_time, language)}</dd>
          </>
        )}
        {corrected_time === null ? null : (
          <>
            <dt>{t('alarm.field.corrected')}</dt>
            <dd>{t('alarm.corrected', { time: timeText(corrected_time, language) })}</dd>
          </>
        )}
        <dt>{t('admin.field.source')}</dt>
        <dd>{t(`admin.choice.source.${source}`)}</dd>
        {detail === null ? null : (
          <>
            <dt>{t('admin.field.detail')}</dt>
            <dd>{detail}</dd>
          </>
        )}
      </PanelFacts>
    </section>
  );
}
