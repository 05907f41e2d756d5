import type { Measure } from '@airdeck/contract/history/query';
import type { HourLimit, WeekAnswer } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { packName } from '../compliance/rule-text.ts';
import type { Heat } from '../model/search.ts';
import type { History } from '../model/use-history.ts';
import { unitDigits } from './scale.ts';

/** The limit and where it comes from: `CO₂ ≤ 1,000 ppm · School Health Act · Source: …`. */
function hourLimitText(
  t: TFunction,
  limit: HourLimit,
  { type, unit, language }: { type: SensorType; unit: string; language: Language },
): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const bounds = [
    ...(limit.least === null ? [] : [`≥ ${format.format(limit.least)} ${unit}`]),
    ...(limit.most === null ? [] : [`≤ ${format.format(limit.most)} ${unit}`]),
  ].join(', ');
  return [
    `${t(`grade.sensor.${sensorPhraseKey(type)}`)} ${bounds}`,
    limit.pack === null ? t('history.heat.threshold') : packName(t, { code: limit.pack, name: null }),
    ...(limit.source === null ? [] : [t('compliance.source', { source: limit.source })]),
    ...(limit.draft ? [t('compliance.draft')] : []),
  ].join(t('common.separator'));
}

/** The values of the cells; the index has no limit. */
export const heatOf = ({ search }: History, { measure }: Pick<WeekAnswer, 'measure'>): Heat =>
  measure === 'INDEX' ? 'mean' : (search.heat ?? 'mean');

/** The limit with its source; null: no limit is shown. */
export function useLimitText(measure: Measure, limit: HourLimit | null): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  if (limit === null || measure === 'INDEX') return null;
  const [unit] = unitDigits(measure);
  return t('history.heat.limit', { limit: hourLimitText(t, limit, { type: measure, unit, language }) });
}

/** Names the limit of the shares. */
export function LimitLine({ measure, limit }: { measure: Measure; limit: HourLimit | null }) {
  const text = useLimitText(measure, limit);
  return text === null ? null : <p>{text}</p>;
}

export function NoLimit() {
  const { t } = useTranslation();
  return <EmptyState icon="calendar" title={t('history.heat.none')} text={t('history.heat.noneText')} />;
}
