import type { Card, CardView } from '@airdeck/contract/monitoring/schema';
import { GRADES } from '@airdeck/domain/grade';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatIndex } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeChip } from '../../../ui/grade/grade-chip.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { KIND_OF_VIEW, SCREEN_BELOW, screenAddress } from '../address/screen.ts';
import { searchAfter } from '../address/search-after.ts';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';
import { calmColumns } from '../order/calm-columns.ts';
import type { Settled } from '../order/calm-order.ts';
import { silentOf } from './filter-cards.ts';
import { WeekCell } from './week-cell.tsx';
import { WorstCell } from './worst-cell.tsx';

interface CardsTableProps {
  view: CardView;
  /** Worst first, which is the order until a column is chosen. */
  cards: readonly Card[];
  settled: Settled<Card>;
  /** Whether the places above are named: not where the page is about one of them. */
  whole: boolean;
}

interface ColumnWorld {
  t: TFunction;
  language: 'ko' | 'en';
  view: CardView;
  whole: boolean;
}

function whereColumns({ t, view, whole }: ColumnWorld): TableColumn<Card>[] {
  const name: TableColumn<Card> = {
    id: 'name',
    header: t(`monitoring.kind.${KIND_OF_VIEW[view]}`),
    primary: true,
    width: 130,
    value: (card) => card.name,
  };
  const place = (card: Card) => card.above.join(' › ');
  if (view === 'agency' || !whole) return [name];
  return [name, { id: 'place', header: t('monitoring.place'), width: 200, value: place }];
}

function airColumns({ t, language, view }: ColumnWorld): TableColumn<Card>[] {
  return [
    {
      id: 'grade',
      header: t('grade.label'),
      value: ({ grade }) => (grade === null ? null : GRADES.indexOf(grade)),
      cell: ({ grade }) => <GradeChip rating={grade} />,
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

function weekColumns({ t }: ColumnWorld): TableColumn<Card>[] {
  return [0, 1, 2, 3].map((weeks) => {
    const of = (card: Card) => card.weeks.find(({ weeks_ago }) => weeks_ago === weeks);
    return {
      id: `week${weeks}`,
      header: weeks === 0 ? t('monitoring.week.today') : t('monitoring.week.ago', { weeks }),
      align: 'end',
      value: (card) => of(card)?.index ?? null,
      cell: (card) => <WeekCell week={of(card)} />,
    };
  });
}

function meterColumns({ t, view }: ColumnWorld): TableColumn<Card>[] {
  const counts: TableColumn<Card>[] = [
    {
      id: 'online',
      header: t('monitoring.online'),
      align: 'end',
      value: ({ meters }) => meters.online,
      cell: ({ meters }) => `${meters.online} / ${meters.total}`,
    },
    { id: 'silent', header: t('monitoring.silent'), align: 'end', value: ({ meters }) => silentOf(meters) },
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
  const columns = useMemo(() => {
    const world = { t, language, view, whole };
    const all = [...whereColumns(world), ...airColumns(world), ...weekColumns(world), ...meterColumns(world)];
    return calmColumns(all, settled);
  }, [t, language, view, whole, settled]);
  const below = SCREEN_BELOW[KIND_OF_VIEW[view]];
  return (
    <DataTable
      name={`monitoring.${view}`}
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
