import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from './sensor-name.ts';

type Named = Pick<SensorCard, 'type' | 'sequence' | 'name'>;

/** Whether somebody gave the sensor a name of its own. */
const isNamed = ({ type, sequence, name }: Named): boolean => name !== '' && name !== `${type} ${sequence}`;

/** How a sensor is called among its neighbours: by its type, and where there are several by name or number too. */
export function useSensorName(): (sensor: Named, neighbours: readonly Named[]) => string {
  const { t } = useTranslation();
  return useCallback(
    (sensor, neighbours) => {
      const type = t(sensorNameKey(sensor.type));
      if (isNamed(sensor)) return `${type} · ${sensor.name}`;
      const several = neighbours.filter((each) => each.type === sensor.type).length > 1;
      return several ? `${type} ${sensor.sequence}` : type;
    },
    [t],
  );
}
