import { type Attention, type AttentionItem, MAX_ATTENTION } from '@airdeck/contract/monitoring/attention';
import type { PurifierFilters } from '@airdeck/contract/purifier/filter';
import { isoTime } from '@airdeck/domain/calendar';
import type { Scope } from '@airdeck/domain/policy/may';
import { localName } from '../../../registry/registry.ts';
import type { Meter, Purifier } from '../../../registry/snapshot.ts';
import { scopeKey } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { Assessor } from '../assess/assessor.ts';
import { type Place, placesOf } from '../assess/places.ts';
import { countAll } from './cards.ts';
import { sinceOrNull } from './format.ts';
import { loadUsual, type MeterReading } from './last-week.ts';
import { purifiersOf } from './purifiers.ts';

/** A device with an active alarm: a silent gateway, local server or meter, or a purifier. */
interface DeviceTrouble {
  alarm_id: number;
  kind: 'SILENT' | 'PURIFIER';
  organization_id: number | null;
  meter_id: number | null;
  purifier_id: number | null;
  gateway: string | null;
  local_server: string | null;
  description: string;
  description_en: string | null;
  since_time: Date;
  below: number;
  total: number;
}

/** Device facts that other features provide. */
export interface DeviceFacts {
  /** Devices in trouble within a scope, at most `limit` of each kind. */
  listTroubles(scope: Scope, limit: number): Promise<DeviceTrouble[]>;
  readFilterLives(purifiers: readonly Purifier[], now: number): Promise<PurifierFilters[]>;
}

export interface AttentionSources {
  assessor: Assessor;
  devices: DeviceFacts;
}

/** A filter is listed when it ends within so many days. */
const FILTER_DAYS = 7;
/** Filters change slowly, so their state is cached for this long; ms. */
const KEEP_FILTERS_MS = 5 * 60_000;

const namesOf = (places: readonly Place['item'][], { language }: RequestContext): string[] =>
  places.map((item) => localName(item, language));

const placesAbove = ({ department }: Meter): Place['item'][] => [
  department.office.organization,
  department.office,
  department,
];

/** Meters whose air is bad or very bad, worst first. */
const listBad = ({ assessor }: AttentionSources, context: RequestContext): MeterReading[] =>
  [...placesOf(context).byKind.meter.values()]
    .flatMap((place) => place.meters)
    .flatMap((meter) => {
      const { worst } = assessor.meter(meter, context);
      return worst && (worst.grade === 'BAD' || worst.grade === 'VERY_BAD') ? [{ meter, worst }] : [];
    })
    .toSorted((a, b) => b.worst.index - a.worst.index || a.meter.id - b.meter.id);

const airItems = async (bad: readonly MeterReading[], context: RequestContext): Promise<AttentionItem[]> => {
  const usual = await loadUsual(context, bad);
  return bad.map(({ meter, worst }) => ({
    kind: 'AIR',
    key: `air ${meter.id}`,
    name: localName(meter, context.language),
    above: namesOf(placesAbove(meter), context),
    meter_id: meter.id,
    type: worst.type,
    value: worst.value,
    grade: worst.grade,
    since: sinceOrNull(worst.since),
    usual: usual.get(meter.id) ?? null,
  }));
};

const silentItem = (trouble: DeviceTrouble, context: RequestContext): AttentionItem | null => {
  const { alarm_id, organization_id, meter_id, gateway, local_server, since_time, below } = trouble;
  const found = {
    kind: 'SILENT',
    key: `silent ${alarm_id}`,
    alarm_id,
    since: since_time.toISOString(),
    below,
  } as const;
  const meter = meter_id === null ? undefined : context.snapshot.meters.get(meter_id);
  if (meter) {
    const name = localName(meter, context.language);
    return { ...found, what: 'METER', name, above: namesOf(placesAbove(meter), context), meter_id: meter.id };
  }
  const organization = context.snapshot.organizations.get(organization_id ?? 0);
  const name = local_server ?? gateway;
  if (name === null || !organization) return null;
  const what = local_server === null ? 'GATEWAY' : 'LOCAL_SERVER';
  return { ...found, what, name, above: namesOf([organization], context), meter_id: null };
};

const purifierPlace = (purifier: Purifier, context: RequestContext) => ({
  name: localName(purifier, context.language),
  above: namesOf([...placesAbove(purifier.meter), purifier.meter], context),
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
    number: filter.number,
    days_left: filter.daysLeft,
  };
};

/**
 * Order of kinds: very bad air, devices that hide the air of many meters, bad air, silent meters, purifiers, filters.
 */
const rankOf = (item: AttentionItem): number => {
  switch (item.kind) {
    case 'AIR':
      return item.grade === 'VERY_BAD' ? 0 : 2;
    case 'SILENT':
      return item.what === 'METER' ? 3 : 1;
    case 'PURIFIER':
      return 4;
    case 'FILTER':
      return 5;
  }
};

/** Lists everything that needs attention, worst first. */
export const createAttention = (sources: AttentionSources) => {
  const endingFilters = createEndingFilters(sources.devices);
  return async (context: RequestContext): Promise<Attention> => {
    const [troubles, filters] = await Promise.all([
      sources.devices.listTroubles(context.scope, MAX_ATTENTION),
      endingFilters(context),
    ]);
    const bad = listBad(sources, context);
    const air = await airItems(bad.slice(0, MAX_ATTENTION), context);
    const others = [
      ...troubles.map((each) => (each.kind === 'SILENT' ? silentItem(each, context) : purifierItem(each, context))),
      ...filters.slice(0, MAX_ATTENTION).map((each) => filterItem(each, context)),
    ];
    const items = [...air, ...others.filter((item) => item !== null)];
    const veryBad = bad.filter(({ worst }) => worst.grade === 'VERY_BAD').length;
    const totalOf = (kind: DeviceTrouble['kind']): number => troubles.find((each) => each.kind === kind)?.total ?? 0;
    return {
      time: isoTime(context.now),
      meters: countAll(sources.assessor.places(placesOf(context).organizations, context)),
      counts: {
        VERY_BAD: veryBad,
        BAD: bad.length - veryBad,
        SILENT: totalOf('SILENT'),
        PURIFIER: totalOf('PURIFIER'),
        FILTER: filters.length,
      },
      // Sorting is stable, so the order within a kind is kept.
      items: items.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_ATTENTION),
    };
  };
};
