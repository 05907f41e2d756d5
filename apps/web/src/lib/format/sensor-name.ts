import type { SensorType } from '@airdeck/domain/sensor-type';

/** Keys of texts hold no period, names of sensor types do. */
export const SENSOR_TEXT_KEY = {
  PM10: 'PM10',
  'PM2.5': 'PM25',
  'PM1.0': 'PM1',
  CO2: 'CO2',
  TEMPERATURE: 'TEMPERATURE',
  HUMIDITY: 'HUMIDITY',
  HCHO: 'HCHO',
} as const satisfies Record<SensorType, string>;

/** Text key of a sensor type's short name, as on devices. */
export const sensorNameKey = (type: SensorType) => `grade.sensor.${SENSOR_TEXT_KEY[type]}` as const;

/** Text key of what the short name stands for. */
export const sensorLongNameKey = (type: SensorType) => `grade.sensorLong.${SENSOR_TEXT_KEY[type]}` as const;
