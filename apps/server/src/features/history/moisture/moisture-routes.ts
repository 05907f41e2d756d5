import { getWallMoisture, MOISTURE_DAYS, type WallMoisture } from '@airdeck/contract/history/wall-moisture';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, isoTime, localDay } from '@airdeck/domain/calendar';
import { HOUR_MS } from '@airdeck/domain/duration';
import { hasMouldRisk, longestHumid, wallSurface } from '@airdeck/domain/insight/moisture';
import { meanFromTicks } from '@airdeck/domain/stored-value';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { joinSums, typesOf } from '../../../store/history/mean-index.ts';
import { type MeterBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { listFacts } from '../compliance/facility-queries.ts';
import { createPlaceFacts, outdoorMeterOn } from '../compliance/place-facts.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { findMeter } from '../request/filter.ts';

type MeasuredType = 'TEMPERATURE' | 'HUMIDITY';

const channelsOf = (meter: Meter, type: MeasuredType): readonly number[] =>
  typesOf(meter).find((each) => each.type === type)?.channels ?? [];

/** The mean of a meter's sensors of a type in an hour; null without readings. */
const meanIn = (read: MeterBuckets, meter: Meter, type: MeasuredType, at: number): number | null => {
  const total = joinSums(channelsOf(meter, type), (channel) => {
    const buckets = read.get(meter.id)?.get(channel);
    return buckets === undefined ? null : { sum: buckets.sum[at] ?? 0, count: buckets.count[at] ?? 0 };
  });
  return total && meanFromTicks(type, total.sum / total.count);
};

interface WallHour {
  time: number;
  outdoor: number;
  surface: number;
  humidity: number;
}

/** The outer wall in each hour with indoor and outdoor readings. `outdoorOn`: the outdoor meter of a day. */
const readWall = async (
  { read, snapshot }: RequestContext,
  meter: Meter,
  days: { from: string; to: string },
  outdoorOn: (day: string) => Meter | undefined,
): Promise<WallHour[]> => {
  const hours = bucketsOf('hour', days.from, days.to, meter.organization.timeZone);
  const outdoors = [...new Set(hours.flatMap(({ day }) => outdoorOn(day) ?? []))];
  const meters = [meter, ...outdoors];
  const channels = [
    ...new Set(meters.flatMap((each) => [...channelsOf(each, 'TEMPERATURE'), ...channelsOf(each, 'HUMIDITY')])),
  ];
  const buckets = await read((tx) => readBuckets(tx, snapshot, { meters, channels, unit: 'hour', ...days }));
  return hours.flatMap(({ day, start }, at) => {
    const outdoorMeter = outdoorOn(day);
    const outdoor = outdoorMeter === undefined ? null : meanIn(buckets, outdoorMeter, 'TEMPERATURE', at);
    const celsius = meanIn(buckets, meter, 'TEMPERATURE', at);
    const humidity = meanIn(buckets, meter, 'HUMIDITY', at);
    if (outdoor === null || celsius === null || humidity === null) return [];
    const wall = wallSurface({ celsius, humidity }, outdoor);
    return { time: start, outdoor, surface: wall.celsius, humidity: wall.humidity };
  });
};

const tenths = (value: number): number => Math.round(value * 10) / 10;

const loadMoisture = async (context: RequestContext, meter: Meter): Promise<WallMoisture> => {
  const { organization, department } = meter;
  const zone = organization.timeZone;
  const to = localDay(context.now, zone);
  const rows = await context.read((tx) => listFacts(tx, [organization.id]));
  const facts = createPlaceFacts(rows)(department);
  const outdoorOn = (day: string): Meter | undefined => outdoorMeterOn(context.snapshot, facts, day);
  const outdoor = outdoorOn(to);
  const nothing = { latest: null, humid: null, mould: false };
  const answer = {
    ...{ meter_id: meter.id, time_zone: zone },
    outdoor_meter_name: outdoor === undefined ? null : localName(outdoor, context.language),
  };
  if (outdoor === undefined) return { ...answer, ...nothing, refused: 'NO_OUTDOOR_METER' };
  if (rows.some(({ outdoor_meter_id }) => outdoor_meter_id === meter.id)) {
    return { ...answer, ...nothing, refused: 'IS_OUTDOORS' };
  }
  if (channelsOf(outdoor, 'TEMPERATURE').length === 0) return { ...answer, ...nothing, refused: 'NO_TEMPERATURE' };
  const hours = await readWall(context, meter, { from: addDays(to, 1 - MOISTURE_DAYS), to }, outdoorOn);
  const last = hours.at(-1);
  if (last === undefined) return { ...answer, ...nothing, refused: 'NO_READINGS' };
  const humid = longestHumid(
    hours.map(({ time, humidity }) => ({ time, value: humidity })),
    HOUR_MS,
  );
  return {
    ...{ ...answer, refused: null },
    latest: {
      ...{ start: isoTime(last.time), outdoor: tenths(last.outdoor) },
      ...{ surface: tenths(last.surface), humidity: Math.round(last.humidity) },
    },
    humid: humid && { start: isoTime(humid.start), end: isoTime(humid.end) },
    mould: hasMouldRisk(humid),
  };
};

export const addMoistureRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getWallMoisture, (call) => {
    const { averages } = contextsOf(call);
    return loadMoisture(averages, findMeter(averages, call.query.meterId));
  });
};
