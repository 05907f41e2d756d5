import type { MeterSensors, SensorCard } from '@airdeck/contract/monitoring/schema';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { PlaceReports } from '../../../shared/report/place-reports.tsx';
import { Card, CardGrid } from '../../../ui/card/card.tsx';
import { Later } from '../../../ui/later.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { useMonitoringSearch } from '../address/search.ts';
import { purifiersQuery, sensorCourseQuery } from '../api/queries.ts';
import { ChangeEffectCard, isEffectType } from '../change-effect/change-effect-card.tsx';
import { ComfortCard, hasComfort } from '../comfort/comfort-card.tsx';
import { MeterTabs } from '../shared/links.tsx';
import { VentilationCard } from '../ventilation/ventilation-card.tsx';
import { DayChart } from './day-chart.tsx';
import { MeterHeader } from './meter-header.tsx';
import { PurifierTile } from './purifier-tile.tsx';
import styles from './sensor.module.css';
import { sensorKey, worstSensor } from './sensor-rules.ts';
import { SensorTile } from './sensor-tile.tsx';

const TILE_WIDTH = 244;
/**
 * The sensor of the address, otherwise the one that was worst when the screen opened: it does not change automatically.
 */
function useChosen(sensors: readonly SensorCard[]): SensorCard | undefined {
  const [{ sensor: key }] = useMonitoringSearch();
  const [worst] = useState(() => worstSensor(sensors)?.id);
  return sensors.find((sensor) => sensorKey(sensor) === key) ?? sensors.find(({ id }) => id === worst) ?? sensors[0];
}

/** One meter: a tile for each sensor, and the chosen one's day. */
export function MeterView({ meter }: { meter: MeterSensors }) {
  const { t } = useTranslation();
  const [, change] = useMonitoringSearch();
  const nameOf = useSensorName();
  const chart = useRef<HTMLDivElement>(null);
  const { sensors } = meter;
  const chosen = useChosen(sensors);
  const { data } = useQuery(purifiersQuery(meter.id));
  const purifiers = data?.purifiers ?? [];
  // The chart asks; this only waits for it.
  const { isPending } = useQuery({ ...sensorCourseQuery(chosen?.id ?? 0), enabled: false });
  const choose = useCallback(
    (sensor: SensorCard) => {
      change({ sensor: sensorKey(sensor) });
      chart.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    },
    [change],
  );
  const hasCarbonDioxide = sensors.some(({ type }) => type === 'CO2');
  const effectType = chosen !== undefined && isEffectType(chosen.type) ? chosen.type : undefined;
  const cards = [hasComfort(sensors), hasCarbonDioxide, effectType !== undefined].filter(Boolean).length;
  return (
    <>
      <MeterHeader meter={meter} />
      <PlaceReports place={{ kind: 'meter', id: meter.id }} />
      <MeterTabs current="sensor" id={meter.id} />
      {chosen === undefined ? (
        <Card>
          <EmptyState icon="gauge" text={t('monitoring.noSensors')} />
        </Card>
      ) : null}
      <CardGrid min={TILE_WIDTH}>
        {sensors.map((sensor) => (
          <SensorTile
            key={sensor.id}
            sensor={sensor}
            name={nameOf(sensor, sensors)}
            timeZone={meter.time_zone}
            chosen={sensor.id === chosen?.id}
            onChoose={choose}
          />
        ))}
        {purifiers.length > 0 ? <PurifierTile meterId={meter.id} purifiers={purifiers} /> : null}
      </CardGrid>
      {chosen === undefined ? null : (
        <div ref={chart} className={styles.chart}>
          <DayChart meter={meter} sensor={chosen} name={nameOf(chosen, sensors)} />
        </div>
      )}
      <Later
        when={chosen === undefined || !isPending}
        space={<div className={styles.rest} style={{ '--cards': cards } as React.CSSProperties} />}
      >
        <ComfortCard meterId={meter.id} sensors={sensors} timeZone={meter.time_zone} />
        {hasCarbonDioxide ? <VentilationCard meterId={meter.id} timeZone={meter.time_zone} /> : null}
        {effectType === undefined ? null : <ChangeEffectCard meterId={meter.id} type={effectType} />}
      </Later>
    </>
  );
}
