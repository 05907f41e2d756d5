import type { Card, WeekAverage } from '@airdeck/contract/monitoring/schema';
import { isComparable } from '@airdeck/domain/completeness';
import { GRADES } from '@airdeck/domain/grade';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatIndex, formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip, GradeDot } from '../../../ui/grade/grade-mark.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { WithMaintenance } from '../../../ui/stat.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { type CardsView, KIND_OF_VIEW, SCREEN_BELOW, SPECIFIED_WORD, screenAddress } from '../address/screen.ts';
import { useMonitoringSearch } from '../address/search.ts';
import { searchAfter } from '../address/search-after.ts';
import { HandledBy } from '../shared/handled-by.tsx';
import { type Settled, stableColumns } from '../shared/stable-order.ts';
import styles from './cards.module.css';

interface CardsTableProps {
  view: CardsView;
  /** Worst first, which is the order until a column is chosen. */
  cards: readonly Card[];
  settled: Settled<Card>;
  /** Whether the places above are named: not where the page is about one of them. */
  whole: boolean;
}

interface ColumnContext {
  t: TFunction;
  language: 'ko' | 'en';
  view: CardsView;
  whole: boolean;
  /** When the hours that weeks are compared by end; undefined where places are in several time zones. */
  until: string | undefined;
}

function whereColumns({ t, view, whole }: ColumnContext): TableColumn<Card>[] {
  const name: TableColumn<Card> = {
    id: 'name',
    header: t(`monitoring.kind.${KIND_OF_VIEW[view]}`),
    primary: true,
    width: 130,
    value: (card) => card.name,
  };
  const place = (card: Card) => card.above.join(' › ');
  if (view === 'organizations' || !whole) return [name];
  return [name, { id: 'place', header: t('monitoring.place'), width: 200, value: place }];
}

function airColumns({ t, language, view }: ColumnContext): TableColumn<Card>[] {
  return [
    {
      id: 'grade',
      header: t('grade.label'),
      value: ({ grade }) => (grade === null ? null : GRADES.indexOf(grade)),
      cell: ({ grade, meters }) => <GradeChip rating={grade} reports={meters.online > 0} />,
    },
    {
      id: 'index',
      header: t('monitoring.indexShort'),
      align: 'end',
      value: ({ index }) => index,
      cell: ({ index }) => formatIndex(index, language),
    },
    {
      id: 'worst',
      header: view === 'meter' ? t('monitoring.worstValue') : t('monitoring.worst'),
      width: view === 'meter' ? 140 : 220,
      value: ({ worst }) => (view === 'meter' ? worst?.type : worst?.meter_name) ?? null,
      cell: ({ worst }) => <WorstCell worst={worst} named={view !== 'meter'} />,
    },
  ];
}

function weekColumns({ t, until }: ColumnContext): TableColumn<Card>[] {
  return [0, 1, 2, 3].map((weeks) => {
    const of = (card: Card) => card.weeks.find(({ weeks_ago }) => weeks_ago === weeks);
    return {
      id: `week${weeks}`,
      header: weeks === 0 ? t('monitoring.week.today') : t('monitoring.week.ago', { weeks }),
      align: 'end',
      ...(until !== undefined && { unit: t('monitoring.week.until', { until }) }),
      value: (card) => of(card)?.index ?? null,
      cell: (card) => <WeekCell week={of(card)} until={until === undefined ? card.weeks_until : undefined} />,
    };
  });
}

function meterColumns({ t, view }: ColumnContext): TableColumn<Card>[] {
  const counts: TableColumn<Card>[] = [
    {
      id: 'online',
      header: t('monitoring.online'),
      align: 'end',
      value: ({ meters }) => meters.online,
      cell: ({ meters }) => `${meters.online} / ${meters.total}`,
    },
    { id: 'silent', header: t('monitoring.silent'), align: 'end', value: ({ meters }) => meters.stale },
  ];
  const last: TableColumn<Card> = {
    id: 'last',
    header: t('monitoring.lastSeen'),
    align: 'end',
    width: 96,
    value: ({ last_time }) => (last_time === null ? null : Date.parse(last_time)),
    cell: ({ last_time }) => (last_time === null ? '–' : <RelativeTime time={last_time} />),
  };
  return view === 'meter' ? [last] : [...counts, last];
}

/** The same places as a table. */
export function CardsTable({ view, cards, settled, whole }: CardsTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const [search, change] = useMonitoringSearch();
  const [until, ...others] = [...new Set(cards.map(({ weeks_until }) => weeks_until))];
  const shared = others.length === 0 ? until : undefined;
  const isHandled = cards.some(({ handling }) => handling !== null);
  const columns = useMemo(() => {
    const context = { t, language, view, whole, until: shared };
    const all = [
      ...whereColumns(context),
      ...airColumns(context),
      ...(isHandled ? handlingColumns(context) : []),
      ...weekColumns(context),
      ...meterColumns(context),
    ];
    return stableColumns(all, settled);
  }, [t, language, view, whole, shared, settled, isHandled]);
  const below = SCREEN_BELOW[KIND_OF_VIEW[view]];
  return (
    <DataTable
      name={`monitoring.${SPECIFIED_WORD[view]}`}
      label={t(`monitoring.screen.${view}`)}
      rows={cards}
      columns={columns}
      rowId={({ id }) => id}
      sort={search.sort ?? []}
      onSortChange={(sort) => change({ sort: sort.length === 0 ? undefined : sort })}
      onRowOpen={({ id }) =>
        void navigate({ to: screenAddress(below, id), search: () => searchAfter(view, below, search) })
      }
    />
  );
}

/** Who takes care of the alarms of a place. */
function handlingColumns({ t }: ColumnContext): TableColumn<Card>[] {
  return [
    {
      id: 'handling',
      header: t('monitoring.handled.column'),
      width: 200,
      value: ({ handling }) => handling?.at ?? null,
      cell: ({ handling }) => <HandledBy handling={handling} short />,
    },
  ];
}

interface WorstCellProps {
  worst: Card['worst'];
  named: boolean;
}

/** The worst value of a place in a table, and which meter has it. */
function WorstCell({ worst, named }: WorstCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (worst === null) return '–';
  const { meter_name, type, value } = worst;
  return (
    <>
      {named ? `${meter_name} · ` : null}
      <span className={styles.value}>
        {t(sensorNameKey(type))} {formatReading(type, value, language)} {SENSOR_TYPE_INFO[type].unit}
      </span>
    </>
  );
}

interface WeekCellProps {
  week: WeekAverage | undefined;
  /** Said where the column's heading cannot. */
  until: string | undefined;
}

/** A week's mean index in a table, marked when it was made of too few readings. */
function WeekCell({ week, until }: WeekCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (week === undefined || week.index === null) return '–';
  const thin = !isComparable(week.completeness);
  const hint = t('monitoring.incomplete', { percent: Math.round(week.completeness * 100) });
  return (
    <span className={styles.week} data-thin={thin || undefined} title={thin ? hint : undefined}>
      {thin ? <span aria-hidden="true">≈</span> : null}
      {formatIndex(week.index, language)}
      <GradeDot rating={week.grade} />
      {thin ? <span className="sr">{hint}</span> : null}
      <WithMaintenance {...week} />
      {until === undefined ? null : <small>{t('monitoring.week.until', { until })}</small>}
    </span>
  );
}
