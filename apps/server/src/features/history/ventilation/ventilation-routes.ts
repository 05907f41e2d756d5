import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import { dayRangeOf } from '@airdeck/contract/history/query';
import {
  getVentilation,
  MAX_VENTILATION_DAYS,
  type Ventilation,
  type VentilationEvening,
} from '@airdeck/contract/history/ventilation';
import { isoTime } from '@airdeck/domain/calendar';
import { EVENING_MS } from '@airdeck/domain/insight/ventilation';
import { type DayRange, dayCount } from '@airdeck/domain/range';
import { spanAt } from '@airdeck/domain/zone-clock';
import { addLongRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { listFacts } from '../compliance/facility-queries.ts';
import { createPlaceFacts } from '../compliance/place-facts.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { checkDays } from '../request/bounds.ts';
import { findMeter } from '../request/filter.ts';
import { type Evening, loadEvenings, presentRates, rateOf, round } from './evenings.ts';

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const clockOf = (time: number, zone: string): string => isoTime(time + spanAt(time, zone).offset).slice(11, 16);

const present = ({ day, closing, outdoor, fall }: Evening, zone: string): VentilationEvening => {
  const common = {
    ...{ day, closing: closing === null ? null : clockOf(closing, zone) },
    ...{ outdoor: Math.round(outdoor.ppm), outdoor_from: outdoor.source },
  };
  if (typeof fall === 'string') return { ...common, refused: fall, fall: null };
  const { start, end, from, to, air, low, high } = fall;
  return {
    ...{ ...common, refused: null },
    fall: {
      ...{ start: isoTime(start), end: isoTime(end), from: Math.round(from), to: Math.round(to) },
      ...{ rate: round(air.rate, 2), margin: round(air.margin, 2), r2: round(air.r2, 3) },
      ...{ low: round(low, 2), high: round(high, 2) },
    },
  };
};

/** The closing time of most evenings; of equally many the earliest. */
const usualClosing = (evenings: readonly VentilationEvening[]): string | null => {
  const counts = new Map<string, number>();
  for (const { closing } of evenings) if (closing !== null) counts.set(closing, (counts.get(closing) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? null;
};

/** @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG */
const loadVentilation = async (
  context: RequestContext,
  meter: Meter,
  days: DayRange,
  entered: string | undefined,
): Promise<Ventilation> => {
  const { organization, intervalS } = meter;
  checkDays(days, [organization], context.now);
  const count = dayCount(days);
  const points = (count * EVENING_MS) / 1000 / intervalS;
  if (count > MAX_VENTILATION_DAYS || points > MAX_SERIES_POINTS) throw new Failure('QUESTION_TOO_BIG');
  context.work?.expect(count);
  const zone = organization.timeZone;
  const facts = createPlaceFacts(await context.read((tx) => listFacts(tx, [organization.id])))(meter.department);
  const closing = entered === undefined ? null : minuteOf(entered);
  const [known = null] = await loadEvenings(context, [{ meter, facts }], days, closing);
  const evenings = (known ?? []).map((evening) => present(evening, zone)).toReversed();
  return {
    ...{ meter_id: meter.id, time_zone: zone, closing: entered ?? usualClosing(evenings) },
    closing_from: entered !== undefined ? 'ENTERED' : known === null ? 'UNKNOWN' : 'OPENING_HOURS',
    rates: presentRates((known ?? []).flatMap(rateOf)),
    evenings,
  };
};

export const addVentilationRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addLongRoute(http, getVentilation, (call) => {
    const { averages } = contextsOf(call);
    const { meterId, closing } = call.query;
    return loadVentilation(averages, findMeter(averages, meterId), dayRangeOf(call.query), closing);
  });
};
