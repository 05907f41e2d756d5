import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { CardGrid } from '../../../ui/card/card-grid.tsx';
import { CardSkeletons } from '../../../ui/state/card-skeletons.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { sensorsQuery } from '../api/sensors-query.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { calmOrder } from '../order/calm-order.ts';
import { useCalm } from '../order/use-calm.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MeterTabs } from '../parts/meter-tabs.tsx';
import { PathBreadcrumb } from '../parts/path-breadcrumb.tsx';
import { MeterHeader } from '../sensor/meter-header.tsx';
import { AllPositions } from './all-positions.tsx';
import { ComparisonCard } from './comparison-card.tsx';
import { PositionCard } from './position-card.tsx';
import { comparePositions, positionsOf, worstPosition } from './positions.ts';

interface LocalizationScreenProps {
  id: number | undefined;
}

/** A meter's sensors by the place they hang at, or every meter's. */
export function LocalizationScreen({ id }: LocalizationScreenProps) {
  const query = useQuery(sensorsQuery(id));
  useMonitoringLive('sensor', id, query.error);
  return (
    <Loaded screen="localization" query={query} skeleton={<CardSkeletons count={6} min={340} />}>
      {(list) => {
        const meter = id === undefined ? undefined : list.meters[0];
        return (
          <>
            <PathBreadcrumb screen="localization" path={list.path} />
            {meter === undefined ? <AllPositions meters={list.meters} /> : <Positions key={meter.id} meter={meter} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Positions({ meter }: { meter: MeterSensors }) {
  const { t } = useTranslation();
  const positions = positionsOf(meter.sensors);
  const { settled, hold } = useCalm(positions, 'positions');
  const worst = worstPosition(positions);
  return (
    <>
      <MeterHeader meter={meter} />
      <MeterTabs current="localization" id={meter.id} />
      {positions.length === 0 ? (
        <Card>
          <EmptyState icon="places" title={t('monitoring.position.none')} text={t('monitoring.position.noneText')} />
        </Card>
      ) : null}
      <div {...hold}>
        <CardGrid min={340}>
          {calmOrder(positions, settled, comparePositions).map((position) => (
            <PositionCard key={position.id} position={position} worst={position.id === worst?.id} />
          ))}
        </CardGrid>
      </div>
      <ComparisonCard sensors={meter.sensors} />
    </>
  );
}
