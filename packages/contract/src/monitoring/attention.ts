import type { Grade } from '@airdeck/domain/grade';
import { z } from 'zod';
import { day, id, idText, instant, text } from '../field.ts';
import { route } from '../route.ts';
import { grade, gradeSince, handling, meterCounts, PLACE_KINDS, sensorType } from './schema.ts';

/** Limit of listed items, worst first; the counts cover all. */
export const MAX_ATTENTION = 50;

const common = {
  /** Stays the same for an item as long as it needs attention. */
  key: text,
  /** Name of the meter, the gateway, the local server or the purifier. */
  name: text,
  /** The places that it is in, topmost first. */
  above: z.array(text),
  organization_id: id,
  /** The error code whose instruction says what to do. */
  code: text,
};

/** Who handles it. */
const handled = { handling: handling.nullable() };

/** A row of better air stays for so long, so that rows do not come and go with every reading; ms. */
export const BETTER_AIR_MS = 5 * 60_000;

/** A meter whose air is bad or very bad, or was until shortly ago, by its worst sensor. */
const attentionAir = z.object({
  ...common,
  ...handled,
  kind: z.literal('AIR'),
  meter_id: id,
  type: sensorType,
  /** In the type's unit. */
  value: z.number(),
  grade,
  since: gradeSince.nullable(),
  /** The first reading since the air is better than bad; null while it is bad. */
  better_since: instant.nullable(),
});
export type AttentionAir = z.infer<typeof attentionAir>;

/** Something that needs attention. */
export const attentionItem = z.discriminatedUnion('kind', [
  attentionAir.extend({
    /** How many times the mean of the same hour a week ago it is, on that local day; null: that cannot be compared. */
    usual: z.object({ times: z.number(), day }).nullable(),
  }),
  /** A silent gateway, local server or meter. A gateway or local server also represents the meters behind it. */
  z.object({
    ...common,
    ...handled,
    kind: z.literal('SILENT'),
    what: z.enum(['GATEWAY', 'LOCAL_SERVER', 'METER']),
    meter_id: id.nullable(),
    /** null: of a meter, which has a page of its own. */
    alarm_id: z.int().nullable(),
    /** When it was last heard. */
    since: instant,
    /** Meters behind it, whose state is unknown. */
    below: z.int(),
  }),
  /** A meter whose air is not bad yet, but is forecast to become so within the hour. */
  z.object({
    ...common,
    kind: z.literal('FORECAST'),
    meter_id: id,
    type: sensorType,
    /** The present reading, and the value above which it is bad, in the type's unit. */
    value: z.number(),
    limit: z.number(),
    /** In about how many minutes, in steps of five. */
    minutes: z.int(),
  }),
  /** A purifier with an open alarm. */
  z.object({
    ...common,
    ...handled,
    kind: z.literal('PURIFIER'),
    meter_id: id,
    alarm_id: z.int(),
    description: text,
    since: instant,
  }),
  /** A filter that ends within a week, or has ended. */
  z.object({
    ...common,
    kind: z.literal('FILTER'),
    meter_id: id,
    /** Number of the filter, as the purifier reports it. */
    number: z.int(),
    /** Days from now, negative after the end; null: it ended at an unknown time. */
    days_left: z.number().nullable(),
  }),
]);
export type AttentionItem = z.infer<typeof attentionItem>;

/**
 * Order of items: very bad air, devices that hide the air of many meters, bad air, air that will become bad, silent meters,
 * purifiers, filters, and air that has become better.
 */
export const attentionRank = (item: Pick<AttentionItem, 'kind'> & { grade?: Grade; what?: string }): number => {
  switch (item.kind) {
    case 'AIR':
      return item.grade === 'VERY_BAD' ? 0 : item.grade === 'BAD' ? 2 : 7;
    case 'SILENT':
      return item.what === 'METER' ? 4 : 1;
    case 'FORECAST':
      return 3;
    case 'PURIFIER':
      return 5;
    case 'FILTER':
      return 6;
  }
};

const liveCounts = z.object({
  VERY_BAD: z.int(),
  BAD: z.int(),
  /** Air that was bad and has been better for less than five minutes. */
  BETTER: z.int(),
  /** Silent meters, those behind a gateway or local server too, but not those below a running maintenance window. */
  SILENT: z.int(),
});

export const attentionCounts = liveCounts.extend({
  FORECAST: z.int(),
  PURIFIER: z.int(),
  FILTER: z.int(),
});
export type AttentionCounts = z.infer<typeof attentionCounts>;

export const attention = z.object({
  time: instant,
  /** Counts of all meters of the place. */
  meters: meterCounts,
  /** Counts of all that needs attention there, listed or not. */
  counts: attentionCounts,
  /** Number of items, listed or not. A gateway and the meters behind it are one. */
  total: z.int(),
  /** Number of items of all other places that the viewer sees. */
  elsewhere: z.object({ air: z.int(), other: z.int() }),
  items: z.array(attentionItem).max(MAX_ATTENTION),
});
export type Attention = z.infer<typeof attention>;

/** The part of it that changes with readings, of the place of the view, sent with the cards and sensors that the same readings changed. */
export const attentionEvent = z.object({
  type: z.literal('attention'),
  time: instant,
  meters: meterCounts,
  counts: liveCounts,
  /** Items of bad air of all other places. */
  elsewhere: z.int(),
  /** All items of bad air that are listed. */
  air: z.array(attentionAir).max(MAX_ATTENTION),
});
export type AttentionEvent = z.infer<typeof attentionEvent>;

export const getAttention = route({
  method: 'GET',
  path: '/monitoring/attention',
  access: { action: 'read', entity: 'readings' },
  summary: `Needs attention, worst first, at most ${MAX_ATTENTION}: bad air, air that will become bad, silent devices, purifiers in trouble, filters`,
  /** The place; both or none. Without it everything that the viewer sees. */
  query: z.object({ kind: z.enum(PLACE_KINDS).optional(), id: idText.optional() }),
  answer: attention,
});
