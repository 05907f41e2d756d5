import { MINUTE_MS } from '@airdeck/domain/duration';
import { minutesUntil } from '@airdeck/domain/insight/forecast-curve';
import { type ForecastType, isForecastType } from '@airdeck/domain/insight/forecast-model';
import { createGiveWay } from '../../../platform/give-way.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { CurrentAir } from '../current/current-air.ts';
import type { ForecastModels } from './forecast-models.ts';
import { forecastNextHour } from './next-hour.ts';

/** A meter whose air is forecast to become bad within the hour. */
export interface Rising {
  readonly meter: Meter;
  readonly type: ForecastType;
  /** Its present reading, and the value above which it is bad. */
  readonly value: number;
  readonly limit: number;
  readonly minutes: number;
}

/** All viewers share the forecasts of this long. */
const KEEP_MS = MINUTE_MS;

/** Forecasts all meters that have models, at most once a minute, and only on request. The soonest come first. */
export const createRising = ({ current, models }: { current: Pick<CurrentAir, 'of'>; models: ForecastModels }) => {
  let known: { snapshot: RegistrySnapshot; since: number; found: Promise<readonly Rising[]> } | null = null;

  const soonestOf = (meter: Meter, { now, thresholdsAt }: RequestContext): Rising | null => {
    let soonest: Rising | null = null;
    for (const model of models.of(meter.id)) {
      const sensor = meter.sensors.get(model.channel);
      if (!sensor || !isForecastType(sensor.type)) continue;
      const { type } = sensor;
      const limit = thresholdsAt(meter.organization, now)[type].bad;
      const forecast = forecastNextHour(sensor, current.of(meter.id), model, now);
      const minutes = forecast && minutesUntil(limit, forecast.points, { ...forecast.now, time: now });
      if (!forecast || minutes === null || (soonest && soonest.minutes <= minutes)) continue;
      soonest = { meter, type, value: forecast.now.value, limit, minutes };
    }
    return soonest;
  };

  const find = async (context: RequestContext): Promise<readonly Rising[]> => {
    await models.refresh();
    const found: Rising[] = [];
    const giveWay = createGiveWay();
    for (const meterId of models.meterIds()) {
      await giveWay();
      const meter = context.snapshot.meters.get(meterId);
      const rising = meter?.use === 'Y' ? soonestOf(meter, context) : null;
      if (rising) found.push(rising);
    }
    return found.toSorted((a, b) => a.minutes - b.minutes || a.meter.id - b.meter.id);
  };

  return (context: RequestContext): Promise<readonly Rising[]> => {
    const { now, snapshot } = context;
    if (known?.snapshot === snapshot && known.since <= now && now - known.since < KEEP_MS) return known.found;
    known = { snapshot, since: now, found: find(context) };
    return known.found;
  };
};
export type ListRising = ReturnType<typeof createRising>;
