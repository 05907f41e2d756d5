import { z } from 'zod';
import { ERROR_CODES } from '../error/code.ts';
import { idText, instant, text } from '../field.ts';
import { attentionEvent } from '../monitoring/attention.ts';
import { CARD_VIEWS, cardNow, meterCounts, meterNow, sensorNow, treeNode } from '../monitoring/schema.ts';
import { purifierView } from '../purifier/schema.ts';
import { route } from '../route.ts';
import { severity } from '../standard/schema.ts';

/**
 * View of a page: the stream carries only the data of that view, and the site tree. `localization` carries the same as
 * `sensor`; `sensor` of one meter carries that meter's purifiers too; `plan` the sensors of the
 * meters of an office. Every view carries alarms; `alarms` nothing else.
 */
export const LIVE_VIEWS = [...CARD_VIEWS, 'sensor', 'purifier', 'plan', 'alarms'] as const;
export type LiveView = (typeof LIVE_VIEWS)[number];

export const liveQuery = z.object({ view: z.enum(LIVE_VIEWS), id: idText.optional() });

/** An alarm that was raised or recurred. */
export const raisedAlarm = z.object({
  id: z.int(),
  severity: severity,
  description: text,
  description_en: text.nullable(),
  place: text,
  place_en: text,
});
export type RaisedAlarm = z.infer<typeof raisedAlarm>;

/** One message of `GET /live` (server-sent events, JSON in `data`). */
export const liveEvent = z.discriminatedUnion('type', [
  /** First message, and after a gap: earlier data may be outdated; reload them. */
  z.object({ type: z.literal('hello'), time: instant }),
  /** Changed cards; others stay. */
  z.object({ type: z.literal('cards'), time: instant, meters: meterCounts, cards: z.array(cardNow) }),
  /** Changed sensors, by meter. */
  z.object({
    type: z.literal('sensors'),
    time: instant,
    meters: z.array(meterNow.extend({ sensors: z.array(sensorNow) })),
  }),
  /** What needs attention because of its air. */
  attentionEvent,
  z.object({ type: z.literal('purifiers'), time: instant, purifiers: z.array(purifierView) }),
  /** Rows of the site tree whose grade changed. */
  z.object({ type: z.literal('tree'), nodes: z.array(treeNode.pick({ kind: true, id: true, grade: true })) }),
  /** Places, meters or thresholds were changed: reload. */
  z.object({ type: z.literal('site') }),
  /** Number of changed alarms, to be reloaded. Some of the new ones are listed, worst first. */
  z.object({
    type: z.literal('alarms'),
    time: instant,
    changed: z.int(),
    raised_count: z.int(),
    /** The newest of them, symptoms included; 0 if there is none. */
    last_id: z.int(),
    raised: z.array(raisedAlarm),
  }),
  /** Number of changed commands to purifiers, to be reloaded. */
  z.object({ type: z.literal('commands'), time: instant, changed: z.int() }),
  /** The session has ended; the stream closes after it. */
  z.object({ type: z.literal('ended'), code: z.enum(ERROR_CODES) }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const LIVE_PATH = '/live';

export const getLive = route({
  method: 'GET',
  path: LIVE_PATH,
  access: { action: 'read', entity: 'readings' },
  summary: 'Live events of a view (text/event-stream), one JSON event per message',
  query: liveQuery,
  answer: liveEvent,
});
