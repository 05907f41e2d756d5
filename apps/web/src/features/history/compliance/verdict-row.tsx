import type { AppliedRule, CompliancePlace, RuleVerdict } from '@airdeck/contract/limit/compliance';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber, shownDigits } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Tag } from '../../../ui/tag.tsx';
import { historyAddress } from '../model/screen.ts';
import styles from './compliance.module.css';
import { limitText, methodText, percentText, placeText, worstDays } from './rule-text.ts';
import { VerdictChip } from './verdict-chip.tsx';

interface VerdictRowProps {
  place: CompliancePlace;
  rule: AppliedRule;
  verdict: RuleVerdict;
}

/** A rule at a place: verdict, shares, completeness, and the worst period with a link to its graph. */
export function VerdictRow({ place, rule, verdict }: VerdictRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { valid, expected, meters } = verdict;
  /** Of several meters, how many of them each verdict has. */
  const judged =
    meters.MET + meters.EXCEEDED + meters.NOT_ENOUGH_DATA < 2
      ? []
      : (['EXCEEDED', 'NOT_ENOUGH_DATA', 'MET'] as const)
          .filter((each) => meters[each] > 0)
          .map((each) => t(`compliance.meters.${each}`, { number: meters[each] }));
  return (
    <tr>
      <th scope="row" className={styles.rule}>
        <b>{limitText(t, rule, language)}</b>
        {rule.draft ? <Tag>{t('compliance.draft')}</Tag> : null}
        {rule.recommended ? <Tag>{t('compliance.recommended')}</Tag> : null}
        <small>{methodText(t, rule)}</small>
        {verdict.outdoors_assumed ? <small>{t('compliance.outdoorsAssumed')}</small> : null}
      </th>
      <td data-label={t('compliance.verdict')}>
        <span>
          <VerdictChip verdict={verdict.verdict} />
          {judged.length === 0 ? null : <small>{judged.join(t('common.separator'))}</small>}
        </span>
      </td>
      <td data-label={t('compliance.shareOfValid')} data-align="end">
        {percentText(verdict.share_of_valid, language)}
      </td>
      <td data-label={t('compliance.shareOfAll')} data-align="end">
        {percentText(verdict.share_of_all, language)}
      </td>
      <td data-label={t('compliance.measured')} data-align="end">
        <span>
          {percentText(verdict.completeness, language)}
          <small>{t('compliance.periodsText', { valid, expected })}</small>
        </span>
      </td>
      <td data-label={t('compliance.worst')}>
        <WorstPeriod {...{ place, rule, verdict }} />
      </td>
    </tr>
  );
}

function WorstPeriod({ place, rule, verdict: { worst } }: VerdictRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (worst === null) return <span>–</span>;
  const { time_zone: timeZone } = place;
  const days = worstDays(worst, timeZone);
  const isDay = worst.reading || rule.averaging === 'DAY' || rule.averaging === 'OPEN_DAY' || rule.averaging === 'YEAR';
  const value = formatNumber(worst.value, shownDigits(rule.type) + (worst.reading ? 0 : 1), language);
  const lowest = rule.direction === 'AT_LEAST';
  const label = t('compliance.toGraphOf', { place: placeText(place).name, rule: limitText(t, rule, language) });
  return (
    <span>
      <b>
        {value} {SENSOR_TYPE_INFO[rule.type].unit}
      </b>{' '}
      {worst.reading ? t(lowest ? 'compliance.worstLowest' : 'compliance.worstReading') : null}
      <small>
        {formatDate(worst.start, isDay ? 'date' : 'minute', { language, timeZone })}
        {place.level === 'meter' ? null : `${t('common.separator')}${worst.meter_name}`}
      </small>
      <Link
        to={historyAddress(rule.averaging === 'YEAR' ? 'meterAverages' : 'meterReadings')}
        search={{ ...days, meter: [worst.meter_id], measure: rule.type, view: 'graph', period: 'free' }}
        className={styles.link}
        aria-label={label}
      >
        {t('compliance.toGraph')}
      </Link>
    </span>
  );
}
