import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import {
  MAX_EFFECT_DAYS,
  MAX_EFFECTS,
  type PurifierEffect,
  type PurifierEffects,
} from '@airdeck/contract/purifier/effect';
import { isoTime, localDay } from '@airdeck/domain/calendar';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import {
  AFTER_MS,
  type AirSample,
  BEFORE_MS,
  type Effect,
  effectsOf,
  type FanSpan,
  samplesWithin,
} from '@airdeck/domain/purifier/effect';
import { fanSpeedOf } from '@airdeck/domain/purifier-state';
import { type DayRange, dayCount, type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Meter, Purifier } from '../../registry/snapshot.ts';
import { readDust } from '../../store/packed/read-dust.ts';
import { listFanStates } from './purifier-state-queries.ts';

/** @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG */
const rangeOf = ({ organization, intervalS }: Meter, days: DayRange, now: number): TimeRange => {
  if (days.to < days.from) throw new Failure('INVALID_PARAMETER', { endTime: 'BEFORE_START' });
  if (days.from > localDay(now, organization.timeZone)) throw new Failure('INVALID_PARAMETER', { startTime: 'FUTURE' });
  if (dayCount(days) > MAX_EFFECT_DAYS) throw new Failure('QUESTION_TOO_BIG');
  const range = timeRangeOf(days, organization.timeZone);
  if ((range.end - range.start) / 1000 / intervalS > MAX_SERIES_POINTS) throw new Failure('QUESTION_TOO_BIG');
  return range;
};

/** A state holds until the next one, but no longer than three intervals after it was reported last. */
const readSpans = async (db: Db, { id, meter }: Purifier, range: TimeRange): Promise<FanSpan[]> => {
  const states = await listFanStates(db, id, range);
  const patienceMs = MISSED_INTERVALS * meter.intervalS * 1000;
  const spans: FanSpan[] = [];
  for (const [i, state] of states.entries()) {
    const start = state.time.getTime();
    const next = states[i + 1]?.time.getTime() ?? Number.POSITIVE_INFINITY;
    const end = Math.min(next, state.last_time.getTime() + patienceMs);
    const speed = fanSpeedOf(state);
    const last = spans.at(-1);
    if (last?.speed === speed && last.end === start) spans[spans.length - 1] = { ...last, end };
    else spans.push({ start, end, speed });
  }
  return spans;
};

/** A small graph needs no more. */
const MAX_COURSE_POINTS = 90;

const courseOf = (dust: readonly AirSample[], { time, end }: Effect): PurifierEffect['course'] => {
  const all = samplesWithin(dust, { start: time - BEFORE_MS, end });
  const step = Math.ceil(all.length / MAX_COURSE_POINTS);
  const shown = all.filter((_, i) => i % Math.max(1, step) === 0);
  return {
    times: shown.map((sample) => Math.round(sample.time / 1000)),
    values: shown.map(({ value }) => Math.round(value * 10) / 10),
  };
};

const round = (value: number | null | undefined, decimals: number): number | null =>
  value == null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals;

/**
 * The effect of a purifier's fan on the air of its meter's room, on local days. Other purifiers of the room and its windows
 * have their part in it.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG
 */
export const readEffects = async (
  db: Db,
  purifier: Purifier,
  days: DayRange,
  now: number,
): Promise<PurifierEffects> => {
  const { meter } = purifier;
  const range = rangeOf(meter, days, now);
  const around = { start: range.start - AFTER_MS, end: Math.min(range.end + AFTER_MS, now) };
  const spans = await readSpans(db, purifier, around);
  const dust = await readDust(db, meter, around);
  const effects = effectsOf(spans, dust).filter(({ time }) => time >= range.start && time < range.end);
  const estimates = effects.flatMap(({ airChanges }) => airChanges ?? []).toSorted((a, b) => a - b);
  return {
    purifier_id: purifier.id,
    time_zone: meter.organization.timeZone,
    changes: effects.length,
    estimates: estimates.length,
    air_changes: round(estimates[Math.floor((estimates.length - 1) / 2)], 2),
    measured: dust.length > 0,
    effects: effects
      .toReversed()
      .slice(0, MAX_EFFECTS)
      .map((effect) => ({
        ...{ time: isoTime(effect.time), end: isoTime(effect.end), from: effect.from, to: effect.to },
        before: round(effect.before, 1),
        after: round(effect.after, 1),
        decay: round(effect.decay?.rate, 2),
        r2: round(effect.decay?.r2, 3),
        decay_before: round(effect.decayBefore?.rate, 2),
        air_changes: round(effect.airChanges, 2),
        course: courseOf(dust, effect),
      })),
  };
};
