import type { AppliedRule, CompliancePlace, RuleVerdict } from '@airdeck/contract/limit/compliance';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { historyAddress } from '../model/screen.ts';
import styles from './compliance.module.css';
import { limitText, methodText, percentText, placeText, worstDays, worstText } from './rule-text.ts';
import { VerdictChip } from './verdict-chip.tsx';

interface Judged {
  place: CompliancePlace;
  rule: AppliedRule;
  verdict: RuleVerdict;
}

interface VerdictTableProps {
  place: CompliancePlace;
  rules: ReadonlyMap<string, AppliedRule>;
}

/** The rules at a place: verdict, shares, completeness, and the worst period with a link to its graph. */
export function VerdictTable({ place, rules }: VerdictTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rows = place.verdicts.flatMap((verdict): Judged[] => {
    const rule = rules.get(verdict.rule);
    return rule === undefined ? [] : [{ place, rule, verdict }];
  });
  return (
    <PlainTable
      rows={rows}
      keyOf={({ rule }) => rule.code}
      columns={[
        {
          label: t('compliance.rule'),
          isRowHeader: true,
          className: styles.rule,
          cell: ({ rule, verdict }) => (
            <>
              <b>{limitText(t, rule, language)}</b>
              {rule.draft ? <Tag>{t('compliance.draft')}</Tag> : null}
              {rule.recommended ? <Tag>{t('compliance.recommended')}</Tag> : null}
              <small>{methodText(t, rule)}</small>
              {verdict.outdoors_assumed ? <small>{t('compliance.outdoorsAssumed')}</small> : null}
            </>
          ),
        },
        {
          label: t('compliance.verdict'),
          cell: ({ verdict: { verdict, meters } }) => (
            <span>
              <VerdictChip verdict={verdict} />
              <MeterCounts meters={meters} />
            </span>
          ),
        },
        {
          label: t('compliance.shareOfValid'),
          isNumber: true,
          cell: ({ verdict }) => percentText(verdict.share_of_valid, language),
        },
        {
          label: t('compliance.shareOfAll'),
          isNumber: true,
          cell: ({ verdict }) => percentText(verdict.share_of_all, language),
        },
        {
          label: t('compliance.measured'),
          isNumber: true,
          cell: ({ verdict: { completeness, valid, expected } }) => (
            <span>
              {percentText(completeness, language)}
              <small>{t('compliance.periodsText', { valid, expected })}</small>
            </span>
          ),
        },
        { label: t('compliance.worst'), cell: (judged) => <WorstPeriod {...judged} /> },
      ]}
    />
  );
}

/** Of several meters, how many of them each verdict has. */
function MeterCounts({ meters }: Pick<RuleVerdict, 'meters'>) {
  const { t } = useTranslation();
  if (meters.MET + meters.EXCEEDED + meters.NOT_ENOUGH_DATA < 2) return null;
  const judged = (['EXCEEDED', 'NOT_ENOUGH_DATA', 'MET'] as const).filter((each) => meters[each] > 0);
  return (
    <small>
      {judged.map((each) => t(`compliance.meters.${each}`, { number: meters[each] })).join(t('common.separator'))}
    </small>
  );
}

function WorstPeriod({ place, rule, verdict: { worst } }: Judged) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (worst === null) return <span>–</span>;
  const { time_zone: timeZone } = place;
  const days = worstDays(worst, timeZone);
  const isDay = worst.reading || rule.averaging === 'DAY' || rule.averaging === 'OPEN_DAY' || rule.averaging === 'YEAR';
  const lowest = rule.direction === 'AT_LEAST';
  const label = t('compliance.toGraphOf', { place: placeText(place).name, rule: limitText(t, rule, language) });
  return (
    <span>
      <b>{worstText(rule, worst, language)}</b>{' '}
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
