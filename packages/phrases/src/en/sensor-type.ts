import type { SensorPhraseKey } from '@airdeck/domain/sensor-type';

export const sensorShort: Record<SensorPhraseKey, string> = {
  PM10: 'PM10',
  PM2_5: 'PM2.5',
  PM1_0: 'PM1.0',
  CO2: 'CO₂',
  TEMPERATURE: 'Temp.',
  HUMIDITY: 'Humidity',
  HCHO: 'HCHO',
};

export const sensorLong: Record<SensorPhraseKey, string> = {
  PM10: 'Particulate matter up to 10 µm',
  PM2_5: 'Fine particulate matter up to 2.5 µm',
  PM1_0: 'Very fine particulate matter up to 1 µm',
  CO2: 'Carbon dioxide',
  TEMPERATURE: 'Temperature',
  HUMIDITY: 'Relative humidity',
  HCHO: 'Formaldehyde',
};

export const sensorChoice: Record<SensorPhraseKey, string> = {
  PM10: 'PM10 Particulates',
  PM2_5: 'PM2.5 Fine particulates',
  PM1_0: 'PM1.0 Very fine particulates',
  CO2: 'CO₂ Carbon dioxide',
  TEMPERATURE: 'Temperature',
  HUMIDITY: 'Humidity',
  HCHO: 'HCHO Formaldehyde',
};

export const sensorInRule: Record<SensorPhraseKey, string> = {
  PM10: 'PM10',
  PM2_5: 'PM2.5',
  PM1_0: 'PM1.0',
  CO2: 'CO₂',
  TEMPERATURE: 'Temperature',
  HUMIDITY: 'Humidity',
  HCHO: 'HCHO',
};
