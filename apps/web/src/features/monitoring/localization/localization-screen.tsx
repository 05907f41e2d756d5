import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card, CardGrid, CardSkeletons } from '../../../ui/card/card.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { sensorsQuery } from '../api/queries.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { MeterHeader } from '../sensor/meter-header.tsx';
import { MeterTabs, PathBreadcrumb } from '../shared/links.tsx';
import { ScreenQuery } from '../shared/screen-query.tsx';
import { stableOrder, useStableOrder } from '../shared/stable-order.ts';
import { AllPositions } from './all-positions.tsx';
import { ComparisonCard } from './comparison-card.tsx';
import { PositionCard } from './position-card.tsx';
import { comparePositions, positionsOf, worstPosition } from './positions.ts';

interface LocalizationScreenProps {
  id: number | undefined;
}

/** A meter's sensors by their position in the room, or every meter's. */
export function LocalizationScreen({ id }: LocalizationScreenProps) {
  const query = useQuery(sensorsQuery(id));
  useMonitoringLive('sensor', id, query.error);
  return (
    <ScreenQuery screen="localization" id={id} query={query} skeleton={<CardSkeletons count={6} min={340} />}>
      {(list) => {
        const meter = id === undefined ? undefined : list.meters[0];
        return (
          <>
            <PathBreadcrumb screen="localization" path={list.path} />
            {meter === undefined ? <AllPositions meters={list.meters} /> : <Positions key={meter.id} meter={meter} />}
          </>
        );
      }}
    </ScreenQuery>
  );
}

function Positions({ meter }: { meter: MeterSensors }) {
  const { t } = useTranslation();
  const positions = positionsOf(meter.sensors);
  const { settled, hold } = useStableOrder(positions, 'positions');
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
          {stableOrder(positions, settled, comparePositions).map((position) => (
            <PositionCard key={position.id} position={position} worst={position.id === worst?.id} />
          ))}
        </CardGrid>
      </div>
      <ComparisonCard sensors={meter.sensors} />
    </>
  );
}
