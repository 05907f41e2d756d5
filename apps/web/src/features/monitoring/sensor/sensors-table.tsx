import type { MeterSensors, SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { useNavigate } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useThrottled } from '../../../lib/use-throttled.ts';
import { GradeChip } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { screenAddress } from '../address/screen.ts';
import { useMonitoringSearch } from '../address/search.ts';
import { searchAfter } from '../address/search-after.ts';
import { stableColumns, useStableOrder } from '../shared/stable-order.ts';
import { sensorKey } from './sensor-rules.ts';

interface SensorRow extends SensorCard {
  meter: MeterSensors;
  label: string;
}

/** A change rebuilds and sorts thousands of rows, so at most once in this time. */
const REST_MS = 1_000;

interface SensorsTableProps {
  meters: readonly MeterSensors[];
  /** Key of the request, so that the rows of another request are shown at once. */
  question: string;
}

/** One row per sensor. */
export function SensorsTable({ meters, question }: SensorsTableProps) {
  return <Table meters={useThrottled(meters, REST_MS, question)} />;
}

const Table = memo(function Table({ meters }: { meters: readonly MeterSensors[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const nameOf = useSensorName();
  const [search, change] = useMonitoringSearch();
  const rowsOf = useMemo(() => {
    const known = new WeakMap<MeterSensors, SensorRow[]>();
    // The rows of a meter that has not reported stay the same objects, which the table does not render again.
    return (meter: MeterSensors): SensorRow[] => {
      const rows =
        known.get(meter) ?? meter.sensors.map((sensor) => ({ ...sensor, meter, label: nameOf(sensor, meter.sensors) }));
      known.set(meter, rows);
      return rows;
    };
  }, [nameOf]);
  const rows = useMemo(() => meters.flatMap(rowsOf), [meters, rowsOf]);
  const { settled, hold } = useStableOrder<SensorRow>(rows, 'table');
  const columns = useMemo((): TableColumn<SensorRow>[] => {
    const all: TableColumn<SensorRow>[] = [
      {
        id: 'meter',
        header: t('monitoring.kind.meter'),
        primary: true,
        value: ({ meter }) => meter.path.at(-1)?.name ?? meter.code,
      },
      {
        id: 'place',
        header: t('monitoring.place'),
        value: ({ meter }) =>
          meter.path
            .slice(0, -1)
            .map(({ name }) => name)
            .join(' › '),
      },
      {
        id: 'type',
        header: t('monitoring.filter.type'),
        value: ({ type, sequence }) => SENSOR_TYPES.indexOf(type) * 100 + sequence,
        cell: ({ label }) => label,
      },
      {
        id: 'value',
        header: t('monitoring.course.value'),
        align: 'end',
        value: ({ value }) => value,
        cell: ({ type, value }) => `${formatReading(type, value, language)} ${SENSOR_TYPE_INFO[type].unit}`,
      },
      {
        id: 'rating',
        header: t('grade.label'),
        value: ({ stale, rating }) => (stale ? null : toneOf(rating)),
        cell: ({ stale, rating }) => <GradeChip rating={stale ? null : rating} />,
      },
      {
        id: 'time',
        header: t('monitoring.lastSeen'),
        align: 'end',
        value: ({ time }) => (time === null ? null : Date.parse(time)),
        cell: ({ time }) => (time === null ? '–' : <RelativeTime time={time} />),
      },
    ];
    return stableColumns(all, settled);
  }, [t, language, settled]);
  return (
    <div {...hold}>
      <DataTable
        name="monitoring.sensor"
        label={t('monitoring.screen.sensor')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        sort={search.sort ?? []}
        onSortChange={(sort) => change({ sort: sort.length === 0 ? undefined : sort })}
        onRowOpen={(row) =>
          void navigate({
            to: screenAddress('sensor', row.meter.id),
            search: () => ({ ...searchAfter('sensor', 'sensor', search), sensor: sensorKey(row) }),
          })
        }
      />
    </div>
  );
});
