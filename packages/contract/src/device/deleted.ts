import { z } from 'zod';
import { deviceCode, id, idText, instant, name, text } from '../field.ts';
import { route } from '../route.ts';

/** For so many days a deleted place or device can be restored. */
export const RESTORABLE_DAYS = 30;
/** Deleted rows that a list shows, the newest first. */
export const MAX_DELETED = 500;

export const DELETED_KINDS = ['office', 'department', 'meter', 'sensor', 'purifier'] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];
const kind = z.enum(DELETED_KINDS);

const deleted = z.object({
  id,
  name: text,
  /** A meter's code. */
  code: text.nullable(),
  /** Names from the organization down to its parent. */
  places: z.array(text),
  deleted_time: instant,
  /** Whether its parent is deleted too, which must be restored first. */
  orphaned: z.boolean(),
});
export type Deleted = z.infer<typeof deleted>;

export const getDeleted = route({
  method: 'GET',
  path: '/deleted/:kind',
  access: { action: 'create', entity: 'meters' },
  summary: 'Lists the newest 500 places or devices deleted in the last 30 days',
  params: z.object({ kind }),
  answer: z.object({ rows: z.array(deleted) }),
});

/** Restores it with what was deleted together with it. A taken name or code is a DUPLICATION_ error: ask for another one. */
export const restoreDeleted = route({
  method: 'POST',
  path: '/deleted/:kind/:id',
  access: { action: 'create', entity: 'meters' },
  summary: 'Restores a deleted place or device; name and code replace taken ones',
  params: z.object({ kind, id: idText }),
  body: z.object({ name: name.optional(), code: deviceCode.optional() }),
  /** `left`: meters of a place that stay deleted because their code is taken. */
  answer: z.object({ left: z.int() }),
});
