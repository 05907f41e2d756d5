import type { Card, CardView } from '@airdeck/contract/monitoring/schema';
import { GRADES } from '@airdeck/domain/grade';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatIndex, formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
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
import { WeekCell } from './week-cell.tsx';

interface CardsTableProps {
  view: CardView;
  /** Worst first, which is the order until a column is chosen. */
  cards: readonly Card[];
  settled: Settled<Card>;
}

interface ColumnWorld {
  t: TFunction;
  language: 'ko' | 'en';
  view: CardView;
}

function whereColumns({ t, view }: ColumnWorld): TableColumn<Card>[] {
  const name: TableColumn<Card> = {
    id: 'name',
    header: t(`monitoring.kind.${KIND_OF_VIEW[view]}`),
    primary: true,
    width: 150,
    value: (card) => card.name,
  };
  const place = (card: Card) => card.above.join(' › ');
  if (view === 'agency') return [name];
  return [name, { id: 'place', header: t('monitoring.place'), value: place }];
}

function airColumns({ t, language }: ColumnWorld): TableColumn<Card>[] {
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
      header: t('monitoring.worst'),
      width: 220,
      value: ({ worst }) => worst?.meter_name ?? null,
      cell: ({ worst }) =>
        worst === null
          ? '–'
          : `${worst.meter_name} · ${t(sensorNameKey(worst.type))} ${formatReading(worst.type, worst.value, language)} ${SENSOR_TYPE_INFO[worst.type].unit}`,
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

function meterColumns({ t }: ColumnWorld): TableColumn<Card>[] {
  return [
    {
      id: 'online',
      header: t('monitoring.online'),
      align: 'end',
      value: ({ meters }) => meters.online,
      cell: ({ meters }) => `${meters.online} / ${meters.total}`,
    },
    {
      id: 'silent',
      header: t('monitoring.silent'),
      align: 'end',
      value: ({ meters }) => meters.total - meters.online,
    },
    {
      id: 'last',
      header: t('monitoring.lastSeen'),
      align: 'end',
      value: ({ last_time }) => (last_time === null ? null : Date.parse(last_time)),
      cell: ({ last_time }) => (last_time === null ? '–' : <RelativeTime time={last_time} />),
    },
  ];
}

/** The same places as a table. */
export function CardsTable({ view, cards, settled }: CardsTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const [search, change] = useMonitoringSearch();
  const columns = useMemo(() => {
    const world = { t, language, view };
    const all = [...whereColumns(world), ...airColumns(world), ...weekColumns(world), ...meterColumns(world)];
    return calmColumns(all, settled);
  }, [t, language, view, settled]);
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
