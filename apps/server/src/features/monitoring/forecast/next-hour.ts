import { localDay } from '@airdeck/domain/calendar';
import { isStale } from '@airdeck/domain/freshness';
import { type ForecastPoint, forecastCurve, movedBy } from '@airdeck/domain/insight/forecast-curve';
import { unpackModel } from '@airdeck/domain/insight/packed-model';
import { clockSlot } from '@airdeck/domain/insight/slot-days';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Sensor } from '../../../registry/snapshot.ts';
import type { MeterAir } from '../current/current-air.ts';
import { entryOf, SLOT_MS, slotMean, slotOf } from '../current/trend.ts';
import type { StoredModel } from './forecast-models.ts';

/** The forecast of a sensor, in its type's unit. */
export interface NextHour {
  /** Its present reading. */
  readonly now: { readonly time: number; readonly value: number };
  readonly points: readonly ForecastPoint[];
}

const meanOf = (air: MeterAir, slot: number, position: number): number | null => {
  const trend = air.shownTrend ?? air.trend;
  return slotMean(trend, entryOf(trend, slot), position);
};

/**
 * Forecasts a sensor from its last two complete ten minutes and what it has measured since. null: it is silent, one of them is missing, or the model is
 * of another day.
 */
export const forecastNextHour = (
  { channel, type, meter }: Sensor,
  air: MeterAir | undefined,
  model: StoredModel,
  now: number,
): NextHour | null => {
  const position = air?.channels.indexOf(channel) ?? -1;
  const time = air?.times[position];
  if (!air || time === undefined || isStale(time, meter.intervalS, now)) return null;
  const last = slotOf(now) - 1;
  const zone = meter.organization.timeZone;
  if (localDay(last * SLOT_MS, zone) !== model.day) return null;
  const [level, before] = [meanOf(air, last, position), meanOf(air, last - 1, position)];
  if (level === null || before === null) return null;
  const end = (last + 1) * SLOT_MS;
  const basis = { level, before, slot: clockSlot(last * SLOT_MS, zone) };
  const curve = forecastCurve({ ...model, ...unpackModel(model.numbers) }, basis, end);
  const open = meanOf(air, last + 1, position);
  const points =
    open === null
      ? curve
      : movedBy(
          curve,
          { time: end - SLOT_MS / 2, value: level },
          { time: (end + now) / 2, value: open, share: (now - end) / SLOT_MS },
        );
  if (points.length === 0) return null;
  const value = (ticks: number): number => fromTicks(type, ticks);
  return {
    now: { time, value: value(air.ticks[position] ?? 0) },
    points: points.map((point) => ({
      time: point.time,
      value: value(point.value),
      low: value(point.low),
      high: value(point.high),
    })),
  };
};
