import { z } from 'zod';
import { day, id, instant, text } from '../field.ts';
import { route } from '../route.ts';
import { grade, gradeSince, meterCounts, sensorType } from './schema.ts';

/** Limit of listed items, worst first; the counts cover all. */
export const MAX_ATTENTION = 50;

const common = {
  /** Stays the same for an item as long as it needs attention. */
  key: text,
  /** Name of the meter, the gateway, the local server or the purifier. */
  name: text,
  /** The places that it is in, topmost first. */
  above: z.array(text),
};

/** Something that needs attention. */
export const attentionItem = z.discriminatedUnion('kind', [
  /** A meter whose air is bad or very bad, by its worst sensor. */
  z.object({
    ...common,
    kind: z.literal('AIR'),
    meter_id: id,
    type: sensorType,
    /** In the type's unit. */
    value: z.number(),
    grade,
    since: gradeSince.nullable(),
    /** How many times the mean of the same hour a week ago it is, on that local day; null: that cannot be compared. */
    usual: z.object({ times: z.number(), day }).nullable(),
  }),
  /** A silent gateway, local server or meter; it also represents the meters behind it. */
  z.object({
    ...common,
    kind: z.literal('SILENT'),
    what: z.enum(['GATEWAY', 'LOCAL_SERVER', 'METER']),
    meter_id: id.nullable(),
    alarm_id: z.int(),
    since: instant,
    /** Devices behind it, whose state is unknown. */
    below: z.int(),
  }),
  /** A purifier with an open alarm. */
  z.object({
    ...common,
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

export const attentionCounts = z.object({
  VERY_BAD: z.int(),
  BAD: z.int(),
  SILENT: z.int(),
  PURIFIER: z.int(),
  FILTER: z.int(),
});
export type AttentionCounts = z.infer<typeof attentionCounts>;

export const attention = z.object({
  time: instant,
  /** Counts of all meters that the viewer sees. */
  meters: meterCounts,
  /** Counts of all items that need attention, listed or not. */
  counts: attentionCounts,
  items: z.array(attentionItem).max(MAX_ATTENTION),
});
export type Attention = z.infer<typeof attention>;

export const getAttention = route({
  method: 'GET',
  path: '/monitoring/attention',
  access: { action: 'read', entity: 'readings' },
  summary: `Needs attention, worst first, at most ${MAX_ATTENTION}: bad air, silent devices, purifiers in trouble, filters`,
  answer: attention,
});
