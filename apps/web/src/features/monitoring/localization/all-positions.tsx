import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { PageHeader } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { matchesNames, useMonitoringSearch } from '../address/search.ts';
import styles from '../sensor/sensor.module.css';
import { compareMeters } from '../sensor/sensor-rules.ts';
import { SensorsGroup } from '../sensor/sensors-group.tsx';
import { FilterChips } from '../shared/filter-chips.tsx';
import { MeterTabs } from '../shared/links.tsx';
import { ListTools } from '../shared/list-tools.tsx';
import { PlaceGrid } from '../shared/place-grid.tsx';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import { FirstReading } from '../start/first-reading.tsx';
import { type Position, positionsOf } from './positions.ts';

const GROUP_WIDTH = 340;
const GROUP_HEIGHT = 180;

/** Every meter with its positions, worst first. */
export function AllPositions({ meters }: { meters: readonly MeterSensors[] }) {
  const { t } = useTranslation();
  const [search] = useMonitoringSearch();
  const { settled, hold } = useStableOrder<MeterSensors>(meters, 'localization');
  const shown = useMemo(() => {
    const named = meters.filter(({ path }) =>
      matchesNames(
        path.map(({ name }) => name),
        search,
      ),
    );
    return stableOrder(named, settled, compareMeters);
  }, [meters, search, settled]);
  const count = meters.reduce((sum, { sensors }) => sum + new Set(sensors.map(({ sequence }) => sequence)).size, 0);
  const facts = [
    t('monitoring.worstFirst'),
    t('monitoring.meters', { count: meters.length }),
    t('monitoring.position.count', { count }),
  ];
  return (
    <>
      <PageHeader
        title={t('monitoring.screen.localization')}
        subtitle={facts.join(t('common.separator'))}
        actions={meters.length === 0 ? undefined : <ListTools kind="meter" views={false} />}
      />
      {meters.length === 0 ? (
        <FirstReading />
      ) : (
        <>
          <MeterTabs current="localization" id={undefined} />
          <FilterChips shown={shown.length} total={meters.length} />
          {shown.length === 0 ? (
            <EmptyState icon="search" title={t('monitoring.filter.none')} text={t('monitoring.filter.noneText')} />
          ) : null}
          <div {...hold}>
            <PlaceGrid
              items={shown}
              keyOf={({ id }) => id}
              render={(meter) => <PositionsGroup meter={meter} />}
              min={GROUP_WIDTH}
              height={GROUP_HEIGHT}
            />
          </div>
        </>
      )}
    </>
  );
}

const PositionsGroup = memo(function PositionsGroup({ meter }: { meter: MeterSensors }) {
  return (
    <SensorsGroup meter={meter} screen="localization">
      <ul className={styles.wideCells}>
        {positionsOf(meter.sensors).map((position) => (
          <PositionCell key={position.id} position={position} />
        ))}
      </ul>
    </SensorsGroup>
  );
});

function PositionCell({ position: { id, rating, worst } }: { position: Position }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const word = rating === null ? t('grade.none') : t(`grade.rating.${rating}`);
  return (
    <li className={styles.cell} data-tone={toneOf(rating)} title={word}>
      <span className={styles.cellName}>
        <GradeMark rating={rating} size={13} />
        <span>{t('monitoring.position.title', { number: id })}</span>
        <span className="sr">{word}</span>
      </span>
      {worst === undefined ? (
        <b>–</b>
      ) : (
        <b>
          {formatReading(worst.type, worst.value, language)}{' '}
          <small>
            {SENSOR_TYPE_INFO[worst.type].unit} {t(sensorNameKey(worst.type))}
          </small>
        </b>
      )}
    </li>
  );
}
