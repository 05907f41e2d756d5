import type { MeterSensors, SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { memo, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey, useSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { PageHeader } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { useMonitoringSearch } from '../address/search.ts';
import { AirNow } from '../cards/air-now.tsx';
import { FilterChips } from '../shared/filter-chips.tsx';
import { MeterTabs } from '../shared/links.tsx';
import { ListTools } from '../shared/list-tools.tsx';
import { PlaceGrid } from '../shared/place-grid.tsx';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import { FirstReading } from '../start/first-reading.tsx';
import { filterSensors, gradeShares } from './filter-sensors.ts';
import styles from './sensor.module.css';
import { compareMeters } from './sensor-rules.ts';
import { SensorsGroup } from './sensors-group.tsx';
import { SensorsTable } from './sensors-table.tsx';

const GROUP_WIDTH = 340;
const GROUP_HEIGHT = 250;

const countSensors = (meters: readonly MeterSensors[]): number =>
  meters.reduce((count, { sensors }) => count + sensors.length, 0);

/** Every sensor that the user may see, by meter, worst first. */
export function AllSensors({ meters }: { meters: readonly MeterSensors[] }) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  // The pressed filter is drawn first, thousands of sensors after it.
  const asked = useDeferredValue(search);
  const { settled, hold } = useStableOrder<MeterSensors>(meters, 'sensor');
  const shown = useMemo(
    () => stableOrder(filterSensors(meters, asked), settled, compareMeters),
    [meters, asked, settled],
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
          ) : asked.view === 'table' ? (
            <SensorsTable meters={shown} question={JSON.stringify(asked)} />
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

/** Chooses the sensor types that are shown; none pressed shows all. */
function TypeFilter() {
  const { t } = useTranslation();
  const [{ type: chosen = [] }, change] = useMonitoringSearch();
  const toggle = (type: SensorType) => {
    const next = chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
    change({ type: next.length === 0 ? undefined : next });
  };
  return (
    <fieldset className={styles.types} aria-label={t('monitoring.filter.type')}>
      {SENSOR_TYPES.map((type) => (
        <button key={type} type="button" aria-pressed={chosen.includes(type)} onClick={() => toggle(type)}>
          {t(sensorNameKey(type))}
        </button>
      ))}
    </fieldset>
  );
}

interface SensorCellProps {
  sensor: SensorCard;
  name: string;
}

/** A sensor as a small cell: its value, and its rating by colour, by shape and, as a tip, by word. */
function SensorCell({ sensor, name }: SensorCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rating = sensor.stale ? null : sensor.rating;
  const word = rating === null ? t('grade.none') : t(`grade.rating.${rating}`);
  return (
    <li className={styles.cell} data-tone={toneOf(rating)} title={word}>
      <span className={styles.cellName}>
        <GradeMark rating={rating} size={13} />
        <span>{name}</span>
        <span className="sr">{word}</span>
      </span>
      <b>
        {formatReading(sensor.type, sensor.value, language)} <small>{SENSOR_TYPE_INFO[sensor.type].unit}</small>
      </b>
    </li>
  );
}
