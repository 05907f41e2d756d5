import { getMonthlyReport, type MonthlyReport } from '@airdeck/contract/report/monthly';
import { refusedRooms } from '@airdeck/contract/report/room-air';
import { isComparable } from '@airdeck/domain/completeness';
import { inLimitUnit } from '@airdeck/domain/limit/rule';
import type { MonthVerdict } from '@airdeck/domain/report/advice';
import { SENSOR_TYPE_INFO, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { formatIndex, formatNumber, formatReading, formatSpan } from '../../../lib/format/number.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { FactsLink } from '../../../shared/facts-link/facts-link.tsx';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import { useLongQuery } from '../../../shared/long-question/use-long-query.ts';
import { Card, CardHeader, CardSkeletons } from '../../../ui/card/card.tsx';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { type Tone, WEEK_COLORS } from '../../../ui/theme/tokens.ts';
import { type CalendarDay, CalendarGrid } from '../calendar/calendar-grid.tsx';
import { limitText, packName, sourceText } from '../compliance/rule-text.ts';
import { VerdictChip } from '../compliance/verdict-chip.tsx';
import { monthName, percentText, toDoLines, trendLines, whenText } from './month-words.ts';
import styles from './reports.module.css';

const TONE: Readonly<Record<MonthVerdict, Tone>> = { GOOD: 1, ATTENTION: 4, BAD: 5, NO_DATA: 0 };

/** The monthly report of an office, computed now: the same as its document. */
export function MonthlyView({ office, month }: { office: number; month: string }) {
  const { query, wait } = useLongQuery(routeQuery(getMonthlyReport, { query: { officeId: String(office), month } }));
  const { data, error, refetch } = query;
  if (error !== null && data === undefined) {
    return (
      <Card>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data === undefined) {
    return (
      <LongWait wait={wait}>
        <CardSkeletons count={3} min={900} />
      </LongWait>
    );
  }
  return (
    <>
      <FirstCard report={data} />
      {data.types.length === 0 ? null : (
        <>
          <TypesCard report={data} />
          <CalendarCard report={data} />
          <RoomsCard report={data} />
          <VentilationCard report={data} />
        </>
      )}
      <RestCard report={data} />
      <MethodCard report={data} />
    </>
  );
}

type TypeLine = MonthlyReport['types'][number];

interface PartProps {
  report: MonthlyReport;
}

/** Verdict in words, three numbers, and what to do: enough for who reads no further. */
function FirstCard({ report }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { verdict, month, grade, trend } = report;
  const toDo = toDoLines(t, report);
  return (
    <Card aria-label={t('airReport.monthly.title', { office: report.office_name })}>
      <div className={styles.verdict} data-tone={TONE[verdict]}>
        <strong>{t(`airReport.monthly.verdict.${verdict}`)}</strong>
        <p>{t(`airReport.monthly.sentence.${verdict}`, { month: monthName(month, language) })}</p>
      </div>
      <dl className={styles.numbers} aria-label={t('airReport.monthly.numbers')}>
        <div>
          <dt>{t('airReport.monthly.share')}</dt>
          <dd>{percentText(report.share_of_valid, language)}</dd>
          <dd className={styles.below}>{packName(t, report.pack)}</dd>
        </div>
        <div>
          <dt>{t('airReport.monthly.index')}</dt>
          <dd>
            {formatIndex(trend[0].index, language)} {grade === null ? null : <GradeChip rating={grade} />}
          </dd>
          <dd className={styles.below}>{trendLines(t, report, language).join(t('common.separator'))}</dd>
        </div>
        <div>
          <dt>{t('airReport.monthly.completeness')}</dt>
          <dd>{percentText(report.completeness, language)}</dd>
          <dd className={styles.below}>{t('airReport.method.notice')}</dd>
        </div>
      </dl>
      {toDo.length === 0 ? null : (
        <>
          <h3>{t('airReport.monthly.toDo')}</h3>
          <ul className={styles.toDo}>
            {toDo.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function TypesCard({ report: { types, rules } }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ruleOf = ({ rule }: TypeLine) => rules.find(({ code }) => code === rule);
  /** In the unit of the limit beside it. */
  const inUnit = (line: TypeLine, value: number | null) => {
    const rule = ruleOf(line);
    return rule === undefined || rule.unit === line.unit || value === null
      ? formatReading(line.type, value, language)
      : formatNumber(inLimitUnit(line.type, value, rule.unit), 1, language);
  };
  return (
    <Card aria-label={t('airReport.monthly.types')}>
      <CardHeader title={t('airReport.monthly.types')} />
      <div className={styles.table}>
        <PlainTable
          rows={types}
          keyOf={({ type }) => type}
          columns={[
            {
              label: t('airReport.monthly.type'),
              cell: ({ type }) => t(`grade.sensorLong.${sensorPhraseKey(type)}`),
            },
            {
              label: t('airReport.monthly.mean'),
              isNumber: true,
              cell: (line) => `${inUnit(line, line.mean)} ${ruleOf(line)?.unit ?? line.unit}`,
            },
            {
              label: t('airReport.monthly.p95'),
              isNumber: true,
              cell: (line) => inUnit(line, line.p95),
            },
            {
              label: t('compliance.rule'),
              cell: (line) => {
                const rule = ruleOf(line);
                return rule === undefined ? '–' : limitText(t, rule, language);
              },
            },
            {
              label: t('airReport.monthly.within'),
              isNumber: true,
              cell: ({ share_of_valid: share }) => percentText(share, language),
            },
            {
              label: t('airReport.monthly.daysOver'),
              isNumber: true,
              cell: ({ days_over: days }) => (days === null ? '–' : formatNumber(days, 0, language)),
            },
            {
              label: t('airReport.monthly.data'),
              isNumber: true,
              cell: ({ completeness }) => percentText(completeness, language),
            },
            {
              label: t('airReport.monthly.verdictOf'),
              cell: ({ verdict }) => (verdict === null ? '–' : <VerdictChip verdict={verdict} />),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** The month by day; a day leads to the graph of the office's index. */
function CalendarCard({ report }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const days = report.days.map(({ day, index, grade, completeness }): CalendarDay => {
    const isThin = index !== null && !isComparable(completeness);
    return {
      ...{ day, isThin, text: index === null ? null : formatIndex(index, language), rating: grade },
      fill: grade === null || isThin ? WEEK_COLORS.none : (WEEK_COLORS.grades[toneOf(grade) - 1] ?? WEEK_COLORS.none),
      facts: [
        ...(grade === null ? [] : [t(`grade.rating.${grade}`)]),
        `${t('history.week.received')} ${percentText(completeness, language)}`,
      ].join(', '),
    };
  });
  const open = (day: string) =>
    void navigate({
      to: '/current/current/instrumenta',
      search: {
        ...{ office: report.office_id, level: 'office', measure: 'INDEX', view: 'graph', step: 'hour' },
        ...{ period: 'free', from: day, to: day, meter: 'all' },
      },
    });
  return (
    <Card aria-label={t('airReport.monthly.calendar')}>
      <CardHeader title={t('airReport.monthly.calendar')} subtitle={t('airReport.monthly.calendarText')} />
      {days.length === 0 ? (
        <p>{t('history.week.none')}</p>
      ) : (
        <CalendarGrid days={days} label={t('airReport.monthly.index')} onOpen={open} />
      )}
    </Card>
  );
}

function RoomsCard({ report }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { rooms, rooms_total: count } = report;
  // Too little was received to say that no room exceeded a limit.
  if (rooms.length === 0 && report.verdict === 'NO_DATA') return null;
  return (
    <Card aria-label={t('airReport.monthly.rooms')}>
      <CardHeader title={t('airReport.monthly.rooms')} subtitle={t('airReport.monthly.roomsText', { count })} />
      {rooms.length === 0 ? (
        <p>{t('airReport.monthly.noRooms')}</p>
      ) : (
        <div className={styles.table}>
          <PlainTable
            rows={rooms}
            keyOf={({ department_id }) => department_id}
            columns={[
              {
                label: t('monitoring.kind.department'),
                cell: ({ name, type }) => (
                  <>
                    {name}
                    <small>{t(`grade.sensorLong.${sensorPhraseKey(type)}`)}</small>
                  </>
                ),
              },
              {
                label: t('airReport.monthly.failed'),
                isNumber: true,
                cell: ({ failed }) => percentText(failed, language),
              },
              {
                label: t('airReport.monthly.worst'),
                cell: ({ type, worst }) =>
                  worst === null
                    ? '–'
                    : `${formatReading(type, worst.value, language)} ${SENSOR_TYPE_INFO[type].unit} (${formatDay(worst.day, language)})`,
              },
              { label: t('airReport.monthly.when'), cell: ({ when }) => (when === null ? '–' : whenText(t, when)) },
              { label: t('airReport.monthly.whatToDo'), cell: ({ act }) => t(`airReport.monthly.act.${act}`) },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

/** Air changes of each room, or why it has none. */
function VentilationCard({ report }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ventilation } = report;
  if (ventilation?.length === 0) return null;
  const rateText = (rate: number) => formatNumber(rate, 1, language);
  const rows = (ventilation ?? []).flatMap(({ rates, ...room }) => (rates === null ? [] : { ...room, rates }));
  return (
    <Card aria-label={t('airReport.monthly.ventilation')}>
      <CardHeader title={t('airReport.monthly.ventilation')} subtitle={t('airReport.monthly.ventilationText')} />
      {ventilation === null ? <p>{t('airReport.monthly.tooMany')}</p> : null}
      {rows.length === 0 ? null : (
        <div className={styles.table}>
          <PlainTable
            rows={rows}
            keyOf={({ department_id }) => department_id}
            columns={[
              { label: t('monitoring.kind.department'), cell: ({ name }) => name },
              { label: t('airReport.monthly.rate'), isNumber: true, cell: ({ rates }) => rateText(rates.median) },
              {
                label: t('airReport.monthly.range'),
                isNumber: true,
                cell: ({ rates: { lowest, highest } }) => formatSpan(rateText(lowest), rateText(highest), language),
              },
              {
                label: t('airReport.monthly.evenings'),
                isNumber: true,
                cell: ({ rates }) => formatNumber(rates.count, 0, language),
              },
            ]}
          />
        </div>
      )}
      <RefusedRooms report={report} />
    </Card>
  );
}

/** Rooms without air changes, a line for each reason. */
function RefusedRooms({ report }: PartProps) {
  const { t } = useTranslation();
  const groups = refusedRooms(report);
  if (groups.length === 0) return null;
  return (
    <ul className={styles.list}>
      {groups.map(({ refused, names, more }) => {
        const rooms = [...names, ...(more > 0 ? [t('airReport.monthly.moreRooms', { count: more })] : [])].join(', ');
        return (
          <li key={refused}>
            {t('airReport.monthly.refused', { reason: t(`ventilation.refused.${refused}`), rooms })}{' '}
            {refused === 'NO_HOURS' ? <FactsLink /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Alarms, meters that need a visit, and purifiers. */
function RestCard({ report: { alarms, visits, purifiers } }: PartProps) {
  const { t } = useTranslation();
  const { count, acknowledged, acknowledge_min: minutes } = alarms;
  const filterText = (days: number | null) => {
    if (days === null) return t('airReport.monthly.filterUnknown');
    return days <= 0 ? t('airReport.monthly.filterDue') : t('airReport.monthly.filter', { days: Math.round(days) });
  };
  return (
    <Card aria-label={t('airReport.monthly.visits')}>
      <h3 className={styles.part}>{t('airReport.monthly.visits')}</h3>
      {visits.length === 0 ? (
        <p>{t('airReport.monthly.noVisits')}</p>
      ) : (
        <ul className={styles.list}>
          {visits.map(({ department_name, meter_name, reason, completeness, sensor_name }) => (
            <li key={`${department_name}/${meter_name}/${reason}/${sensor_name ?? ''}`}>
              <b>{[department_name, meter_name].join(t('common.separator'))}</b>{' '}
              {t(`airReport.monthly.visit.${reason}`, {
                percent: Math.floor((completeness ?? 0) * 100),
                sensor: sensor_name ?? '',
              })}
            </li>
          ))}
        </ul>
      )}
      <h3 className={styles.part}>{t('airReport.monthly.alarms')}</h3>
      <p>
        {minutes === null
          ? t('airReport.monthly.alarmsOnly', { count, acknowledged })
          : t('airReport.monthly.alarmsText', { count, acknowledged, minutes: Math.round(minutes) })}
      </p>
      {purifiers.length === 0 ? null : (
        <>
          <h3 className={styles.part}>{t('airReport.monthly.purifiers')}</h3>
          <ul className={styles.list}>
            {purifiers.map(({ name, department_name, running_h: hours, filter_days }) => (
              <li key={`${department_name}/${name}`}>
                <b>{[department_name, name].join(t('common.separator'))}</b>{' '}
                {hours === null ? t('airReport.monthly.notRunning') : t('airReport.monthly.running', { hours })}
                {t('common.separator')}
                {filterText(filter_days)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function MethodCard({ report }: PartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const texts = t('airReport.method.text', { returnObjects: true });
  return (
    <Card aria-label={t('airReport.method.title')}>
      <CardHeader title={t('airReport.method.title')} subtitle={packName(t, report.pack)} />
      <ul className={styles.list}>
        {texts.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {report.hours_known ? null : <li>{t('airReport.method.hoursUnknown')}</li>}
        {report.rules.map((rule) => (
          <li key={rule.code}>
            <b>{limitText(t, rule, language)}</b> {rule.draft ? `(${t('compliance.draft')}) ` : ''}
            {sourceText(t, rule, language)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
