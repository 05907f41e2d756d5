import type { AppliedRule, CompliancePlace, PackInfo, RuleVerdict } from '@airdeck/contract/limit/compliance';
import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import type { DayRange } from '@airdeck/domain/range';
import { sensorPhraseKey } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../lib/format/number.ts';

/** The own name of a pack, or the text of a shipped one. */
export const packName = (t: TFunction, { code, name }: Pick<PackInfo, 'code' | 'name'>): string =>
  name ?? t(`compliance.packs.${code}` as 'compliance.packs.WELL');

/** `PM2.5 ≤ 50 µg/m³` */
export function limitText(
  t: TFunction,
  { type, direction, value, unit, basis }: AppliedRule,
  language: Language,
): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);
  const limit = `${t(`grade.sensor.${sensorPhraseKey(type)}`)} ${t(`compliance.symbol.${direction}`)} ${number} ${unit}`;
  return basis === 'ABOVE_OUTDOORS' ? `${limit} (${t('compliance.aboveOutdoors')})` : limit;
}

/** `99.7 %`; a dash where nothing was counted. */
export const percentText = (share: number | null, language: Language): string =>
  share === null ? '–' : `${formatNumber(share * 100, 1, language)} %`;

/** How the limit is judged: `24-hour mean · opening hours · 99th percentile`. */
export function methodText(t: TFunction, { averaging, hours, statistic, level }: AppliedRule): string {
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return [
    level === null ? null : t(`compliance.limitLevels.${level}`),
    t(`compliance.averaging.${averaging}`),
    averaging === 'DAY' || averaging === 'YEAR' || averaging === 'OPEN_DAY' ? null : t(`compliance.hours.${hours}`),
    statistic.kind === 'SHARE' ? t('compliance.share', { percent: percent(statistic.share) }) : null,
    statistic.kind === 'PERCENTILE' ? t('compliance.percentile', { percent: statistic.percentile }) : null,
  ]
    .filter((part) => part !== null)
    .join(t('common.separator'));
}

/** Where the limit comes from, and the days on which it holds. */
export function sourceText(t: TFunction, rule: AppliedRule): string {
  const { source, checked_on: day, valid_from: from, valid_to: to } = rule;
  return [
    to === null ? t('compliance.validFrom', { from }) : t('compliance.validBetween', { from, to }),
    source === '' ? null : t('compliance.source', { source }),
    day === null ? null : t('compliance.checkedOn', { day }),
  ]
    .filter((part) => part !== null)
    .join(t('common.separator'));
}

/** The lowest level of a place by its own name, and the path above it. */
export function placeText(place: CompliancePlace): { name: string; above: string[] } {
  const { organization_name, office_name, department_name, meter_name } = place;
  const path = [organization_name, office_name, department_name, meter_name].filter((name) => name !== null);
  return { name: path.at(-1) ?? '', above: path.slice(0, -1) };
}

/** The days of the worst period on the place's clock. */
export function worstDays({ start, end }: NonNullable<RuleVerdict['worst']>, timeZone: string): DayRange {
  return { from: localDay(Date.parse(start), timeZone), to: localDay(Date.parse(end) - 1, timeZone) };
}
