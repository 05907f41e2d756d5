import { useQuery } from '@tanstack/react-query';
import { CardSkeletons } from '../../../ui/state/card-skeletons.tsx';
import { sensorsQuery } from '../api/sensors-query.ts';
import { useMonitoringLive } from '../live/use-monitoring-live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PathBreadcrumb } from '../parts/path-breadcrumb.tsx';
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
    <Loaded screen="sensor" query={query} skeleton={<CardSkeletons count={8} min={244} />}>
      {(list) => {
        const meter = id === undefined ? undefined : list.meters[0];
        return (
          <>
            <PathBreadcrumb screen="sensor" path={list.path} />
            {meter === undefined ? <AllSensors meters={list.meters} /> : <MeterView key={meter.id} meter={meter} />}
          </>
        );
      }}
    </Loaded>
  );
}
