import { useQuery } from '@tanstack/react-query';
import { CardSkeletons } from '../../../ui/card/card.tsx';
import { sensorsQuery } from '../api/queries.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { PathBreadcrumb } from '../shared/links.tsx';
import { ScreenQuery } from '../shared/screen-query.tsx';
import { AllSensors } from './all-sensors.tsx';
import { MeterView } from './meter-view.tsx';

interface SensorScreenProps {
  id: number | undefined;
}

/** The sensors of a meter, or of all meters. */
export function SensorScreen({ id }: SensorScreenProps) {
  const query = useQuery(sensorsQuery(id));
  useMonitoringLive('sensor', id, query.error);
  return (
    <ScreenQuery screen="sensor" id={id} query={query} skeleton={<CardSkeletons count={8} min={244} />}>
      {(list) => {
        const meter = id === undefined ? undefined : list.meters[0];
        return (
          <>
            <PathBreadcrumb screen="sensor" path={list.path} />
            {meter === undefined ? <AllSensors meters={list.meters} /> : <MeterView key={meter.id} meter={meter} />}
          </>
        );
      }}
    </ScreenQuery>
  );
}
