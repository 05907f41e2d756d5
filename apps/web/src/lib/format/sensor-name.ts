import type { SensorCard } from '@airdeck/contract/monitoring/schema';
import { SENSOR_TYPES, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import i18next from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Text key of a sensor type's short name, as on devices. */
export const sensorNameKey = (type: SensorType) => `grade.sensor.${sensorPhraseKey(type)}` as const;

/** Text key of a sensor type's long name, which explains the short one. */
export const sensorLongNameKey = (type: SensorType) => `grade.sensorLong.${sensorPhraseKey(type)}` as const;

/** A sensor's name in a list. A default name, which is a type code and a number, becomes readable: `CO₂ 3`. */
export const writtenSensorName = (name: string): string => {
  const [, code, sequence] = /^(\S+) (\d+)$/.exec(name) ?? [];
  const type = SENSOR_TYPES.find((each) => each === code);
  return type === undefined ? name : `${i18next.t(sensorNameKey(type))}\u00a0${sequence}`;
};

type Named = Pick<SensorCard, 'type' | 'sequence' | 'name'>;

/** Whether the sensor has a name of its own. */
const isNamed = ({ type, sequence, name }: Named): boolean => name !== '' && name !== `${type} ${sequence}`;

/** A sensor's name among its neighbours: its type, and its name or number where there are several of the type. */
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
