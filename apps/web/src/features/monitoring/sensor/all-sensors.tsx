import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/use-sensor-name.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useMonitoringSearch } from '../address/use-monitoring-search.ts';
import { AirNow } from '../cards/air-now.tsx';
import { calmOrder } from '../order/calm-order.ts';
import { useCalm } from '../order/use-calm.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { ListTools } from '../parts/list-tools.tsx';
import { MeterTabs } from '../parts/meter-tabs.tsx';
import { PlaceGrid } from '../parts/place-grid.tsx';
import { FirstReading } from '../start/first-reading.tsx';
import { filterSensors, gradeShares } from './filter-sensors.ts';
import styles from './sensor.module.css';
import { SensorCell } from './sensor-cell.tsx';
import { compareMeters } from './sensor-rules.ts';
import { SensorsGroup } from './sensors-group.tsx';
import { SensorsTable } from './sensors-table.tsx';
import { TypeFilter } from './type-filter.tsx';

const GROUP_WIDTH = 340;
const GROUP_HEIGHT = 250;

const countSensors = (meters: readonly MeterSensors[]): number =>
  meters.reduce((count, { sensors }) => count + sensors.length, 0);

/** Every sensor that the user may see, by meter, worst first. */
export function AllSensors({ meters }: { meters: readonly MeterSensors[] }) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  const { settled, hold } = useCalm<MeterSensors>(meters, 'sensor');
  const shown = useMemo(
    () => calmOrder(filterSensors(meters, search), settled, compareMeters),
    [meters, search, settled],
  );
  const shares = useMemo(() => gradeShares(meters), [meters]);
  const total = countSensors(meters);
  const facts = [
    t('monitoring.worstFirst'),
    t('monitoring.sensors', { count: total }),
    t('monitoring.receiving', { online: meters.filter(({ stale }) => !stale).length, total: meters.length }),
  ];
  return (
    <>
      <PageHeader
        title={t('monitoring.screen.sensor')}
        subtitle={facts.join(t('common.separator'))}
        actions={meters.length === 0 ? undefined : <ListTools kind="meter" />}
      />
      {meters.length === 0 ? (
        <FirstReading />
      ) : (
        <>
          <MeterTabs current="sensor" id={undefined} />
          <AirNow
            label={t('monitoring.gradedSensors', { count: shares.total })}
            counts={shares.counts}
            silent={shares.silent}
            chosen={search.grade ?? []}
            onChoose={(grade) => change({ grade: grade.length === 0 ? undefined : [...grade] })}
          />
          <TypeFilter />
          <FilterChips shown={countSensors(shown)} total={total} />
          {shown.length === 0 ? (
            <EmptyState icon="search" title={t('monitoring.filter.none')} text={t('monitoring.filter.noneText')} />
          ) : search.view === 'table' ? (
            <SensorsTable meters={shown} />
          ) : (
            <div {...hold}>
              <PlaceGrid
                items={shown}
                keyOf={({ id }) => id}
                render={(meter) => <SensorGroup meter={meter} />}
                min={GROUP_WIDTH}
                height={GROUP_HEIGHT}
              />
            </div>
          )}
        </>
      )}
    </>
  );
}

const SensorGroup = memo(function SensorGroup({ meter }: { meter: MeterSensors }) {
  const nameOf = useSensorName();
  return (
    <SensorsGroup meter={meter} screen="sensor">
      <ul className={styles.cells}>
        {meter.sensors.map((sensor) => (
          <SensorCell key={sensor.id} sensor={sensor} name={nameOf(sensor, meter.sensors)} />
        ))}
      </ul>
    </SensorsGroup>
  );
});
