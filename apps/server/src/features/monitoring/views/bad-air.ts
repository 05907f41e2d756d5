import {
  type AttentionAir,
  type AttentionCounts,
  type AttentionEvent,
  BETTER_AIR_MS,
  MAX_ATTENTION,
} from '@airdeck/contract/monitoring/attention';
import type { Handling } from '@airdeck/contract/monitoring/schema';
import { AIR_BAD, AIR_VERY_BAD } from '@airdeck/contract/standard/built-in';
import { isoTime, isoTimeOrNull } from '@airdeck/domain/calendar';
import type { Grade } from '@airdeck/domain/grade';
import { windowAt } from '../../../registry/maintenance.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { scopeKey } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { MeterStatus, WorstReading } from '../assess/air-status.ts';
import type { Assessor } from '../assess/assessor.ts';
import { isInPlace, type Place, placesOf } from '../assess/places.ts';
import type { OpenAlarms } from '../current/open-alarms.ts';
import { countAll } from './cards.ts';
import { namesAbove, sinceOrNull } from './format.ts';

/** A meter whose air is bad, or was until shortly ago. */
export interface BadAir {
  meter: Meter;
  worst: WorstReading;
  /** null while it is bad. */
  betterSince: number | null;
  status: MeterStatus;
}

export interface BadAirSources {
  assessor: Assessor;
  alarms: OpenAlarms;
}

/** Meters whose state a list of attention depends on. */
export interface AttentionMeters {
  /** In the order of the registry. */
  bad: BadAir[];
  /** Silent meters, longest first. */
  silent: { meter: Meter; lastTime: number }[];
  /** Silent meters below a running maintenance window. */
  maintained: Meter[];
}

export const isBad = (grade: Grade): boolean => grade === 'BAD' || grade === 'VERY_BAD';

/** Bad air and silent meters within the viewer's scope. Meters below a running maintenance window need none. */
export const listAttentionMeters = (
  context: RequestContext,
  statusOf: (meter: Meter) => MeterStatus,
): AttentionMeters => {
  const found: AttentionMeters = { bad: [], silent: [], maintained: [] };
  for (const { meters } of placesOf(context).organizations) {
    for (const meter of meters) {
      const status = statusOf(meter);
      const { worst, betterSince, lastTime, online } = status;
      const isSilent = !online && lastTime !== null;
      const isBetter = betterSince !== null && context.now - betterSince < BETTER_AIR_MS;
      const isListed = worst !== null && (isBad(worst.grade) || isBetter);
      if (!isSilent && !isListed) continue;
      if (windowAt(meter, context.now) !== undefined) {
        if (isSilent) found.maintained.push(meter);
        continue;
      }
      if (isSilent) found.silent.push({ meter, lastTime });
      if (!isListed) continue;
      found.bad.push({ meter, worst, status, betterSince: isBad(worst.grade) ? null : betterSince });
    }
  }
  found.silent.sort((a, b) => a.lastTime - b.lastTime || a.meter.id - b.meter.id);
  return found;
};

const compareBad = (a: BadAir, b: BadAir): number => b.worst.index - a.worst.index || a.meter.id - b.meter.id;

/**
 * The worst ones that a list shows, worst first; those that have become better come last. Of 50,000 meters, most are only
 * compared with the last one shown.
 */
export const worstFirst = (bad: readonly BadAir[]): BadAir[] => {
  const shown: BadAir[] = [];
  for (const each of bad) {
    const last = shown.at(-1);
    if (shown.length === MAX_ATTENTION && last && compareBad(each, last) > 0) continue;
    const place = shown.findIndex((other) => compareBad(each, other) < 0);
    shown.splice(place < 0 ? shown.length : place, 0, each);
    if (shown.length > MAX_ATTENTION) shown.pop();
  }
  return shown;
};

/** Who takes care of it, and the error code of its worst alarm, otherwise of the one that such air will raise. */
const alarmOf = (alarms: OpenAlarms, { meter, worst }: BadAir): { handling: Handling | null; code: string } => ({
  handling: alarms.handlingOfMeter(meter.id, 'AIR'),
  code: alarms.codeOf(meter.id, 'AIR') ?? (worst.grade === 'VERY_BAD' ? AIR_VERY_BAD : AIR_BAD),
});

/** Silent meters of a place that need attention; `stale` are all of them. */
export const countSilent = (stale: number, { maintained }: AttentionMeters, place: Place | null): number =>
  stale - maintained.filter((meter) => isInPlace(meter, place)).length;

export const countBad = (bad: readonly BadAir[]): Pick<AttentionCounts, 'VERY_BAD' | 'BAD' | 'BETTER'> => {
  const counts = { VERY_BAD: 0, BAD: 0, BETTER: 0 };
  for (const { worst, betterSince } of bad) {
    counts[betterSince !== null ? 'BETTER' : worst.grade === 'VERY_BAD' ? 'VERY_BAD' : 'BAD']++;
  }
  return counts;
};

export const airItem = (alarms: OpenAlarms, bad: BadAir, { language }: RequestContext): AttentionAir => {
  const { meter, worst, betterSince } = bad;
  return {
    kind: 'AIR',
    key: `air ${meter.id}`,
    name: localName(meter, language),
    above: namesAbove(meter, language),
    organization_id: meter.organization.id,
    meter_id: meter.id,
    ...alarmOf(alarms, bad),
    type: worst.type,
    value: worst.value,
    grade: worst.grade,
    since: sinceOrNull(worst.since),
    better_since: isoTimeOrNull(betterSince),
  };
};

export interface BadAirStreams {
  /** The changes since the last call, as an event about the place that `placeOf` finds; null: all that is seen. */
  open(placeOf: (context: RequestContext) => Place | null): (context: RequestContext) => AttentionEvent | null;
  /** Call it before streams are asked: those of the same viewers share one list until the next call. */
  refresh(): void;
}

/** Changes of bad air for the banner, so that it changes together with cards and sensors. */
export const createBadAirStreams = (sources: BadAirSources): BadAirStreams => {
  let shared = new Map<string, AttentionMeters>();

  const listShared = (context: RequestContext): AttentionMeters | null => {
    const key = scopeKey(context.scope);
    const known = shared.get(key);
    if (known) return known;
    const statusOf = sources.assessor.lastStatuses(placesOf(context).organizations, context);
    if (statusOf === null) return null;
    const found = listAttentionMeters(context, statusOf);
    shared.set(key, found);
    return found;
  };

  const open: BadAirStreams['open'] = (placeOf) => {
    let last: { statuses: unknown[]; text: string } | null = null;
    return (context) => {
      const place = placeOf(context);
      const shown = listShared(context);
      const counted = sources.assessor.lastPlaces(place ? [place] : placesOf(context).organizations, context);
      if (shown === null || counted === null) return null;
      const all = shown.bad;
      const bad = place ? all.filter(({ meter }) => isInPlace(meter, place)) : all;
      const elsewhere = all.length - bad.length;
      const meters = countAll(counted);
      const listed = worstFirst(bad);
      const statuses = listed.flatMap((each) => {
        const { handling, code } = alarmOf(sources.alarms, each);
        return [each.status, each.betterSince, handling, code];
      });
      const counts = { ...countBad(bad), SILENT: countSilent(meters.stale, shown, place) };
      const text = [...Object.values(meters), ...Object.values(counts), elsewhere].join(' ');
      const isSame =
        last?.text === text &&
        last.statuses.length === statuses.length &&
        last.statuses.every((each, i) => each === statuses[i]);
      last = { statuses, text };
      if (isSame) return null;
      const air = listed.map((each) => airItem(sources.alarms, each, context));
      return { type: 'attention', time: isoTime(context.now), meters, counts, elsewhere, air };
    };
  };

  return {
    open,
    refresh() {
      shared = new Map();
    },
  };
};
