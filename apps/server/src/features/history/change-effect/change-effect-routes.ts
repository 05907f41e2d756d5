import {
  type ChangeEffectAnswer,
  type EffectCandidates,
  type EffectType,
  getChangeEffect,
  getEffectCandidates,
  MAX_EFFECT_CANDIDATES,
} from '@airdeck/contract/history/change-effect';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { compareBeforeAfter, type RoomHour } from '@airdeck/domain/insight/before-after';
import { isWeekend } from '@airdeck/domain/insight/slot-days';
import { hoursChanges } from '@airdeck/domain/limit/hours-changes';
import type { DayRange } from '@airdeck/domain/range';
import { fromTicks } from '@airdeck/domain/stored-value';
import { spanAt } from '@airdeck/domain/zone-clock';
import { addLongRoute, addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { knownChannels, type Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { type FactsRow, listFacts } from '../compliance/facility-queries.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { findMeter } from '../request/filter.ts';

/** Means of a meter's hours by their start; of several sensors of the type, the mean of all readings. */
const readHours = async (
  { read, snapshot }: RequestContext,
  meter: Meter,
  type: EffectType,
  { from, to }: DayRange,
): Promise<Map<number, number>> => {
  const channels = knownChannels(meter, type);
  const means = new Map<number, number>();
  if (channels.length === 0) return means;
  const question = { meters: [meter], channels, unit: 'hour', from, to } as const;
  const buckets = (await read((tx) => readBuckets(tx, snapshot, question))).get(meter.id);
  for (const [at, { start }] of bucketsOf('hour', from, to, meter.organization.timeZone).entries()) {
    let [sum, count] = [0, 0];
    for (const channel of channels) {
      sum += buckets?.get(channel)?.sum[at] ?? 0;
      count += buckets?.get(channel)?.count[at] ?? 0;
    }
    if (count > 0) means.set(start, fromTicks(type, sum / count));
  }
  return means;
};

interface Asked {
  meter: Meter;
  outdoor: Meter | null;
  type: EffectType;
}

const readRoom = async (
  context: RequestContext,
  { meter, outdoor, type }: Asked,
  days: DayRange,
): Promise<RoomHour[]> => {
  if (days.to < days.from) return [];
  const zone = meter.organization.timeZone;
  const own = await readHours(context, meter, type, days);
  // Of another zone, whole days do not match: one more on each side covers them.
  const wide = { from: addDays(days.from, -1), to: addDays(days.to, 1) };
  const outside = outdoor ? await readHours(context, outdoor, type, wide) : null;
  return [...own].map(([start, value]) => {
    const day = localDay(start, zone);
    const hour = Math.floor(((start + spanAt(start, zone).offset) % DAY_MS) / HOUR_MS);
    return { day, isWeekend: isWeekend(day), hour, value, outdoor: outside?.get(start) ?? null };
  });
};

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** @throws Failure INVALID_PARAMETER */
const loadEffect = async (
  context: RequestContext,
  asked: Asked,
  change: { day: string; days: number },
): Promise<ChangeEffectAnswer> => {
  const { meter, type } = asked;
  const yesterday = addDays(localDay(context.now, meter.organization.timeZone), -1);
  if (change.day > yesterday) throw new Failure('INVALID_PARAMETER', { day: 'FUTURE' });
  const before = { from: addDays(change.day, -change.days), to: addDays(change.day, -1) };
  const last = addDays(change.day, change.days);
  const after = { from: addDays(change.day, 1), to: last < yesterday ? last : yesterday };
  const found = compareBeforeAfter(await readRoom(context, asked, before), await readRoom(context, asked, after));
  const { verdict, low, high, daysBefore, daysAfter, usesOutdoor } = found;
  return {
    ...{ meter_id: meter.id, type, before, after, verdict },
    effect: Number.isFinite(high) ? { change: round(found.change), low: round(low), high: round(high) } : null,
    ...{ days_before: daysBefore, days_after: daysAfter, uses_outdoor: usesOutdoor },
  };
};

/** Changes before today: of later ones there is no air to compare. */
const loadCandidates = async (context: RequestContext, meter: Meter): Promise<EffectCandidates> => {
  const { department, organization } = meter;
  const rows = await context.read((tx) => listFacts(tx, [organization.id]));
  const of = (isOf: (row: FactsRow) => boolean) =>
    rows.filter(isOf).map(({ valid_from, opening_hours }) => ({ validFrom: valid_from, hours: opening_hours }));
  const changes = hoursChanges([
    of(({ department_id }) => department_id === department.id),
    of(({ office_id, department_id }) => department_id === null && office_id === department.office.id),
    of(({ office_id, department_id }) => department_id === null && office_id === null),
  ]);
  const today = localDay(context.now, organization.timeZone);
  const over = changes.filter(({ day }) => day < today);
  return { meter_id: meter.id, opening_hours: over.toReversed().slice(0, MAX_EFFECT_CANDIDATES) };
};

export const addChangeEffectRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addLongRoute(http, getChangeEffect, (call) => {
    const { averages } = contextsOf(call);
    const { meterId, outdoorMeterId, type, day, days } = call.query;
    const meter = findMeter(averages, meterId);
    const outdoor = outdoorMeterId === undefined ? null : findMeter(averages, outdoorMeterId);
    return loadEffect(averages, { meter, outdoor, type }, { day, days });
  });
  addRoute(http, getEffectCandidates, (call) => {
    const { averages } = contextsOf(call);
    return loadCandidates(averages, findMeter(averages, call.query.meterId));
  });
};
