import type { SensorCard, SensorCourse } from '@airdeck/contract/monitoring/schema';
import { ratingsOf } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatReading } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { timeRangesOf } from '../../../ui/chart/model/time-range.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { Tag } from '../../../ui/tag.tsx';
import { ratingOf } from './sensor-rules.ts';

interface ReadingsTableProps {
  sensor: SensorCard;
  course: SensorCourse;
  timeZone: string;
}

interface Reading {
  /** Epoch s. */
  time: number;
  value: number;
}

/** Today's readings, newest first. */
export function ReadingsTable({ sensor: { type, bounds }, course, timeZone }: ReadingsTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { times, values } = course.today;
  const rows = useMemo(
    () => times.map((time, i): Reading => ({ time, value: values[i] ?? 0 })).reverse(),
    [times, values],
  );
  const columns = useMemo((): TableColumn<Reading>[] => {
    const maintenance = timeRangesOf(course.maintenance);
    const rating = ({ value }: Reading) => ratingOf(type, value, bounds);
    return [
      {
        id: 'time',
        header: t('monitoring.course.time'),
        primary: true,
        value: ({ time }) => time,
        cell: ({ time }) => {
          const text = formatDate(time * 1000, 'dateTime', { language, timeZone });
          const isMarked = maintenance.some(({ from, to }) => from <= time * 1000 && time * 1000 < to);
          if (!isMarked) return text;
          return (
            <>
              {text} <Tag>{t('history.maintenance')}</Tag>
            </>
          );
        },
      },
      {
        id: 'value',
        header: `${t('monitoring.course.value')} (${SENSOR_TYPE_INFO[type].unit})`,
        align: 'end',
        value: ({ value }) => value,
        cell: ({ value }) => formatReading(type, value, language),
      },
      {
        id: 'rating',
        header: t('monitoring.course.rating'),
        value: (reading) => ratingsOf(type).indexOf(rating(reading)),
        cell: (reading) => <GradeChip rating={rating(reading)} />,
      },
    ];
  }, [t, language, type, bounds, timeZone, course.maintenance]);
  return (
    <DataTable
      name="monitoring.readings"
      label={t('monitoring.course.list')}
      rows={rows}
      columns={columns}
      rowId={({ time }) => time}
      empty={t('monitoring.course.empty')}
    />
  );
}
