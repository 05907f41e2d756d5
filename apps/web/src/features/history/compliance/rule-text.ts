import type { AppliedRule, CompliancePlace, PackInfo, RuleVerdict } from '@airdeck/contract/limit/compliance';
import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { inLimitUnit } from '@airdeck/domain/limit/rule';
import type { DayRange } from '@airdeck/domain/range';
import { SENSOR_TYPE_INFO, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { shownShare } from '@airdeck/domain/share';
import type { TFunction } from 'i18next';
import { formatNumber, shownDigits } from '../../../lib/format/number.ts';
import { formatDay } from '../../../lib/format/read-day.ts';

/** Who stands behind a pack, in the language where it is known. */
export const authorityText = (t: TFunction, { code, authority }: Pick<PackInfo, 'code' | 'authority'>): string =>
  t(`compliance.authorities.${code}` as 'compliance.authorities.KR_OFFICES', { defaultValue: authority });

/** The worst mean or reading of a rule, in the unit of its limit: `68.9 µg/m³`. */
export function worstText(
  { type, unit }: Pick<AppliedRule, 'type' | 'unit'>,
  { value, reading }: Pick<NonNullable<RuleVerdict['worst']>, 'value' | 'reading'>,
  language: Language,
): string {
  const ownDigits = shownDigits(type) + (reading ? 0 : 1);
  const digits = unit === SENSOR_TYPE_INFO[type].unit ? ownDigits : 1;
  return `${formatNumber(inLimitUnit(type, value, unit), digits, language)} ${unit}`;
}

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

/** `99.7 %`; a dash where nothing was counted. A share below one is never written as 100 %. */
export function percentText(share: number | null, language: Language): string {
  return share === null ? '–' : `${formatNumber(shownShare(share) * 100, 1, language)} %`;
}

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
export function sourceText(t: TFunction, rule: AppliedRule, language: Language): string {
  const { source } = rule;
  const from = formatDay(rule.valid_from, language);
  const to = rule.valid_to && formatDay(rule.valid_to, language);
  const day = rule.checked_on && formatDay(rule.checked_on, language);
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
