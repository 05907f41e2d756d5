import {
  type Attention,
  type AttentionItem,
  attentionRank,
  MAX_ATTENTION,
} from '@airdeck/contract/monitoring/attention';
import type { Handling } from '@airdeck/contract/monitoring/schema';
import type { PurifierFilters } from '@airdeck/contract/purifier/filter';
import { FILTER_DUE, FILTER_EXPIRED, NO_COMMUNICATION } from '@airdeck/contract/standard/built-in';
import { isoTime } from '@airdeck/domain/calendar';
import type { Scope } from '@airdeck/domain/policy/may';
import { windowAt } from '../../../registry/maintenance.ts';
import { localName } from '../../../registry/registry.ts';
import type { Purifier } from '../../../registry/snapshot.ts';
import { scopeKey } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { Assessor } from '../assess/assessor.ts';
import { isInPlace, type Place, placesOf } from '../assess/places.ts';
import { handlingOfOne, type OpenAirAlarm, type OpenAlarms } from '../current/open-alarms.ts';
import type { ListRising } from '../forecast/rising.ts';
import {
  type AttentionMeters,
  airItem,
  type BadAir,
  countBad,
  countSilent,
  listAttentionMeters,
  worstFirst,
} from './bad-air.ts';
import { countAll } from './cards.ts';
import { namesAbove } from './format.ts';
import { loadUsual } from './last-week.ts';
import { purifiersOf } from './purifiers.ts';
import { listOwnRising, risingItem } from './rising-air.ts';

/** A device with an active alarm: a silent gateway or local server, or a purifier. */
interface DeviceTrouble {
  alarm_id: number;
  kind: 'SILENT' | 'PURIFIER';
  organization_id: number | null;
  purifier_id: number | null;
  gateway: string | null;
  local_server: string | null;
  code: string;
  description: string;
  description_en: string | null;
  since_time: Date;
  handled_by: string | null;
  handled_at: Date | null;
  /** Meters that last connected through it. */
  below: number[];
  total: number;
}

/** Device facts that other features provide. */
export interface DeviceFacts {
  /** Devices in trouble within a scope, at most `limit` of each kind. */
  listTroubles(scope: Scope, limit: number): Promise<DeviceTrouble[]>;
  /** Meters whose silence is shelved. */
  listShelved(scope: Scope): Promise<number[]>;
  /** Open alarms of air and silence: all, or those of these ids and their symptoms. */
  listOpenAirAlarms(ids: readonly number[] | null): Promise<OpenAirAlarm[]>;
  readFilterLives(purifiers: readonly Purifier[], now: number): Promise<PurifierFilters[]>;
}

export interface AttentionSources {
  assessor: Assessor;
  alarms: OpenAlarms;
  devices: DeviceFacts;
  listRising: ListRising;
}

/** Devices in trouble that are read; those of a place are chosen among them. */
const MAX_TROUBLES = 1_000;
/** A filter is listed when it ends within so many days. */
const FILTER_DAYS = 7;
/** Filters change slowly, so their state is cached for this long; ms. */
const KEEP_FILTERS_MS = 5 * 60_000;

const airItems = async (
  alarms: OpenAlarms,
  bad: readonly BadAir[],
  context: RequestContext,
): Promise<AttentionItem[]> => {
  const usual = await loadUsual(context, bad);
  return bad.map((each) => ({ ...airItem(alarms, each, context), usual: usual.get(each.meter.id) ?? null }));
};

const silentMeter = (
  { meter, lastTime }: AttentionMeters['silent'][number],
  alarms: OpenAlarms,
  context: RequestContext,
): AttentionItem => ({
  kind: 'SILENT',
  key: `silent meter ${meter.id}`,
  what: 'METER',
  name: localName(meter, context.language),
  above: namesAbove(meter, context.language),
  organization_id: meter.organization.id,
  code: alarms.codeOf(meter.id, 'SILENCE') ?? NO_COMMUNICATION,
  handling: alarms.handlingOfMeter(meter.id, 'SILENCE'),
  meter_id: meter.id,
  alarm_id: null,
  since: isoTime(lastTime),
  below: 0,
});

const handlingOf = ({ handled_by, handled_at }: DeviceTrouble): Handling | null =>
  handlingOfOne(handled_by, handled_at);

/** A silent gateway or local server. */
const silentSite = (trouble: DeviceTrouble, context: RequestContext): AttentionItem | null => {
  const { alarm_id, organization_id, gateway, local_server, since_time, below } = trouble;
  const organization = context.snapshot.organizations.get(organization_id ?? 0);
  const name = local_server ?? gateway;
  if (name === null || !organization) return null;
  return {
    kind: 'SILENT',
    key: `silent ${alarm_id}`,
    what: local_server === null ? 'GATEWAY' : 'LOCAL_SERVER',
    name,
    above: [localName(organization, context.language)],
    organization_id: organization.id,
    code: trouble.code,
    handling: handlingOf(trouble),
    meter_id: null,
    alarm_id,
    since: since_time.toISOString(),
    below: below.length,
  };
};

const purifierPlace = (purifier: Purifier, context: RequestContext) => ({
  name: localName(purifier, context.language),
  above: [...namesAbove(purifier.meter, context.language), localName(purifier.meter, context.language)],
  organization_id: purifier.meter.organization.id,
  meter_id: purifier.meter.id,
});

const purifierItem = (trouble: DeviceTrouble, context: RequestContext): AttentionItem | null => {
  const purifier = context.snapshot.purifiers.get(trouble.purifier_id ?? 0);
  if (!purifier) return null;
  const { alarm_id, description, description_en, since_time } = trouble;
  return {
    kind: 'PURIFIER',
    key: `purifier ${purifier.id}`,
    ...purifierPlace(purifier, context),
    alarm_id,
    code: trouble.code,
    handling: handlingOf(trouble),
    description: context.language === 'en' ? (description_en ?? description) : description,
    since: since_time.toISOString(),
  };
};

interface EndingFilter {
  purifierId: number;
  number: number;
  daysLeft: number | null;
}

/** Filters that end soon, the first to end first. Cached for a few minutes for all viewers with the same scope. */
const createEndingFilters = ({ readFilterLives }: DeviceFacts) => {
  const known = new Map<string, { since: number; found: Promise<EndingFilter[]> }>();
  const read = async (context: RequestContext): Promise<EndingFilter[]> => {
    const lives = await readFilterLives(purifiersOf(context, undefined), context.now);
    return lives
      .flatMap(({ purifier_id, filters }) =>
        filters
          .filter(({ level, days_left }) => level === 'EXPIRED' || (days_left !== null && days_left <= FILTER_DAYS))
          .map(({ number, days_left }) => ({ purifierId: purifier_id, number, daysLeft: days_left })),
      )
      .toSorted((a, b) => (a.daysLeft ?? 0) - (b.daysLeft ?? 0) || a.purifierId - b.purifierId || a.number - b.number);
  };
  return (context: RequestContext): Promise<EndingFilter[]> => {
    const { now, scope } = context;
    const isFresh = (since: number): boolean => since <= now && now - since < KEEP_FILTERS_MS;
    const key = scopeKey(scope);
    const before = known.get(key);
    if (before && isFresh(before.since)) return before.found;
    for (const [other, { since }] of known) if (!isFresh(since)) known.delete(other);
    const found = read(context);
    known.set(key, { since: now, found });
    // Failures are not cached: the next request reads again.
    found.catch(() => known.delete(key));
    return found;
  };
};

const filterItem = (filter: EndingFilter, context: RequestContext): AttentionItem | null => {
  const purifier = context.snapshot.purifiers.get(filter.purifierId);
  if (!purifier) return null;
  return {
    kind: 'FILTER',
    key: `filter ${purifier.id} ${filter.number}`,
    ...purifierPlace(purifier, context),
    code: (filter.daysLeft ?? 0) > 0 ? FILTER_DUE : FILTER_EXPIRED,
    number: filter.number,
    days_left: filter.daysLeft,
  };
};

/** Whether a device in trouble stands in a place, or meters of the place are behind it. */
const concerns = (trouble: DeviceTrouble, place: Place | null, { snapshot }: RequestContext): boolean => {
  if (place === null) return true;
  if (place.kind === 'organization') return trouble.organization_id === place.item.id;
  const meters =
    trouble.kind === 'PURIFIER'
      ? [snapshot.purifiers.get(trouble.purifier_id ?? 0)?.meter]
      : trouble.below.map((id) => snapshot.meters.get(id));
  return meters.some((meter) => meter !== undefined && isInPlace(meter, place));
};

/** Lists everything that needs attention in a place, or in all that the viewer sees, worst first. */
export const createAttention = (sources: AttentionSources) => {
  const endingFilters = createEndingFilters(sources.devices);
  return async (context: RequestContext, place: Place | null): Promise<Attention> => {
    const [all, shelved, ending] = await Promise.all([
      sources.devices.listTroubles(context.scope, MAX_TROUBLES),
      sources.devices.listShelved(context.scope),
      endingFilters(context),
    ]);
    const { assessor, alarms } = sources;
    const { organizations } = placesOf(context);
    const statusOf = assessor.lastStatuses(organizations, context) ?? ((meter) => assessor.meter(meter, context));
    const listed = listAttentionMeters(context, statusOf);
    const { bad, silent } = listed;
    const rising = await listOwnRising(sources.listRising, bad, context);
    const isHidden = new Set([...all.flatMap(({ below }) => below), ...shelved]);
    const single = silent.filter(({ meter }) => !isHidden.has(meter.id));
    const purifierOf = (id: number) => context.snapshot.purifiers.get(id)?.meter;
    const filters = ending.filter(({ purifierId }) => {
      const meter = purifierOf(purifierId);
      return meter === undefined || windowAt(meter, context.now) === undefined;
    });
    const here = {
      bad: bad.filter(({ meter }) => isInPlace(meter, place)),
      rising: rising.filter(({ meter }) => isInPlace(meter, place)),
      single: single.filter(({ meter }) => isInPlace(meter, place)),
      troubles: all.filter((each) => concerns(each, place, context)),
      filters: filters.filter(({ purifierId }) => {
        const meter = purifierOf(purifierId);
        return place === null || (meter !== undefined && isInPlace(meter, place));
      }),
    };
    const air = await airItems(alarms, worstFirst(here.bad), context);
    const others = [
      ...here.rising.slice(0, MAX_ATTENTION).map((each) => risingItem(each, context)),
      ...here.troubles.map((each) =>
        each.kind === 'SILENT' ? silentSite(each, context) : purifierItem(each, context),
      ),
      ...here.single.slice(0, MAX_ATTENTION).map((each) => silentMeter(each, alarms, context)),
      ...here.filters.slice(0, MAX_ATTENTION).map((each) => filterItem(each, context)),
    ];
    const items = [...air, ...others.filter((item) => item !== null)];
    const totalOf = (kind: DeviceTrouble['kind']): number => all.find((each) => each.kind === kind)?.total ?? 0;
    const hereOf = (kind: DeviceTrouble['kind']): number =>
      place === null ? totalOf(kind) : here.troubles.filter((each) => each.kind === kind).length;
    const other = here.rising.length + hereOf('SILENT') + here.single.length + hereOf('PURIFIER') + here.filters.length;
    const meters = countAll(assessor.places(place ? [place] : organizations, context));
    return {
      time: isoTime(context.now),
      meters,
      counts: {
        ...countBad(here.bad),
        SILENT: countSilent(meters.stale, listed, place),
        FORECAST: here.rising.length,
        PURIFIER: hereOf('PURIFIER'),
        FILTER: here.filters.length,
      },
      total: here.bad.length + other,
      elsewhere: {
        air: bad.length - here.bad.length,
        other: rising.length + totalOf('SILENT') + single.length + totalOf('PURIFIER') + filters.length - other,
      },
      // Sorting is stable, so the order within a kind is kept.
      items: items.toSorted((a, b) => attentionRank(a) - attentionRank(b)).slice(0, MAX_ATTENTION),
    };
  };
};
