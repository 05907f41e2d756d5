import { addDays, localDay } from '@airdeck/domain/calendar';
import { speak } from './device.ts';
import { type DeviceLogin, PLACES } from './servers.ts';

/** Time zone of the demo's sites; it has one offset all year. */
const ZONE = 'Asia/Seoul';
const OFFSET = '+09:00';
const MINUTE_MS = 60_000;

/** A day that many days before or after today, where the demo's sites are. */
export const siteDay = (days: number): string => addDays(localDay(Date.now(), ZONE), days);

/** The record meter's readings in the hours from ten and from eleven, on its day and a week before. */
export const RECORD = {
  rows: 120,
  hours: [
    { start: '10:00', mean: 520, min: 500, max: 540, count: 60, weekAgo: 1520 },
    { start: '11:00', mean: 620, min: 600, max: 640, count: 60, weekAgo: 1620 },
  ],
} as const;

/** A frame a minute: CO₂ steps by tens around the mean of its hour. */
const framesOf = (day: string, weeksAgo: 0 | 1) =>
  RECORD.hours.flatMap(({ start, min, mean, count, weekAgo }) =>
    Array.from({ length: count }, (_, minute) => ({
      time: Date.parse(`${addDays(day, -7 * weeksAgo)}T${start}:00${OFFSET}`) + minute * MINUTE_MS,
      readings: { CO2: min + 10 * (minute % 5) + weeksAgo * (weekAgo - mean), 'PM2.5': 12 },
    })),
  );

/** Gives the record meter its past. */
export const sendRecord = async (mqttUrl: string, login: DeviceLogin, day: string): Promise<void> => {
  for (const weeksAgo of [1, 0] as const) await speak(mqttUrl, login, PLACES.recordMeter, framesOf(day, weeksAgo));
};
