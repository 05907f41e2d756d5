import type { SensorPhraseKey } from '@airdeck/domain/sensor-type';

/** Short names, as on devices. */
export const sensorShort = {
  PM10: 'PM10',
  PM2_5: 'PM2.5',
  PM1_0: 'PM1.0',
  CO2: 'CO₂',
  TEMPERATURE: '온도',
  HUMIDITY: '습도',
  HCHO: 'HCHO',
} as const satisfies Record<SensorPhraseKey, string>;

/** Full names of the short ones. */
export const sensorLong = {
  PM10: '미세먼지',
  PM2_5: '초미세먼지',
  PM1_0: '극초미세먼지',
  CO2: '이산화탄소',
  TEMPERATURE: '온도',
  HUMIDITY: '상대 습도',
  HCHO: '폼알데하이드',
} as const satisfies Record<SensorPhraseKey, string>;

/** Names in forms and lists of the administration. */
export const sensorChoice = {
  PM10: 'PM10 미세먼지',
  PM2_5: 'PM2.5 초미세먼지',
  PM1_0: 'PM1.0 극초미세먼지',
  CO2: 'CO₂ 이산화탄소',
  TEMPERATURE: '온도',
  HUMIDITY: '습도',
  HCHO: 'HCHO 폼알데하이드',
} as const satisfies Record<SensorPhraseKey, string>;

/** Names in the sentence of an alarm rule. */
export const sensorInRule = sensorChoice;
