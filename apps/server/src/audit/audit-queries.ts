import type { ACCESSES } from '@airdeck/contract/record/schema';
import type { Action, Entity } from '@airdeck/domain/policy/policies';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';

/** A change of the registry, as the audit log and the registry refresh need it. */
export interface AuditedChange {
  action: Extract<Action, 'create' | 'write' | 'delete'>;
  entity: Entity;
  entityId: number;
  /** null: belongs to the installation; every organization is refreshed. */
  organizationId: number | null;
  /** The meter that changed or whose part changed; without one the organization is refreshed. */
  meterId?: number;
  /** Further meters to refresh. */
  alsoMeters?: readonly number[];
  /** The fields that people see, without secrets. null: did not exist before, or no longer exists. */
  before: object | null;
  after: object | null;
}

/** The entry of an imported file or a bulk edit, which the entries of its rows are behind. */
export interface CombinedChange {
  action: 'import' | 'bulk_edit';
  /** Its figures, and the name of the file. */
  facts: object;
}

/** Access to personal data: one row per request, however many people it shows. */
export interface Access {
  action: (typeof ACCESSES)[number];
  entity: Entity;
  /** null: a list. */
  entityId: number | null;
  /** null: several organizations. */
  organizationId: number | null;
  /** Filters and number of rows. */
  seen: object;
}

/** Rows per statement: an import can have a hundred thousand. */
const PORTION = 5_000;

/** Writes audit rows in the transaction that makes the change. */
export const insertAudit = async (
  tx: Tx,
  editor: Editor,
  notes: readonly AuditedChange[],
  time: number,
  combined: CombinedChange | null = null,
): Promise<void> => {
  const whole = combined && combinedEntry(combined, notes);
  const [partOf = null] = whole ? await insertPortion(tx, editor, [whole], time, null) : [];
  for (let at = 0; at < notes.length; at += PORTION) {
    await insertPortion(tx, editor, notes.slice(at, at + PORTION), time, partOf);
  }
};

type Entry = Pick<AuditedChange, 'entity' | 'organizationId' | 'before' | 'after'> & {
  action: string;
  entityId: number | null;
};

/** It belongs to the organization of its rows, or to none if they have several. null: nothing was changed. */
const combinedEntry = ({ action, facts }: CombinedChange, notes: readonly AuditedChange[]): Entry | null => {
  const [first] = notes;
  if (first === undefined) return null;
  const { entity, organizationId } = first;
  const isOfOne = notes.every((note) => note.organizationId === organizationId);
  return {
    action,
    entity,
    entityId: null,
    organizationId: isOfOne ? organizationId : null,
    before: null,
    after: facts,
  };
};

const insertPortion = async (
  tx: Tx,
  editor: Editor,
  notes: readonly Entry[],
  time: number,
  partOf: number | null,
): Promise<number[]> => {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into audit (time, organization_id, user_id, user_login, token_name, ip, action, entity, entity_id, before, after,
      part_of)
    select ${new Date(time)}, n.organization_id, ${editor.userId}::integer,
      coalesce((select login from app_user where id = ${editor.userId}), ${editor.login ?? null}), ${editor.tokenName ?? null},
      ${editor.ip}::text, n.action, n.entity, n.entity_id,
      n.before::jsonb, n.after::jsonb, ${partOf}::bigint
    from unnest(
      ${notes.map((note) => note.organizationId)}::integer[], ${notes.map((note) => note.action)}::text[],
      ${notes.map((note) => note.entity)}::text[], ${notes.map((note) => note.entityId)}::integer[],
      ${notes.map((note) => json(note.before))}::text[], ${notes.map((note) => json(note.after))}::text[])
      as n (organization_id, action, entity, entity_id, before, after) returning id`);
  return rows.map(({ id }) => id);
};

/** Logs an access, unless an equal row has been written since `unlessSince`. */
export const insertAccess = async (
  db: Db,
  editor: Editor,
  { action, entity, entityId, organizationId, seen }: Access,
  { time, unlessSince }: { time: number; unlessSince: number },
): Promise<void> => {
  await db.query(sql`
    insert into audit (time, organization_id, user_id, user_login, token_name, ip, action, entity, entity_id, after)
    select ${new Date(time)}, n.organization_id, u.id, u.login, n.token_name, n.ip, n.action, n.entity, n.entity_id, n.after
    from (select ${organizationId}::integer as organization_id, ${editor.ip}::text as ip,
      ${editor.tokenName ?? null}::text as token_name, ${action}::text as action,
      ${entity}::text as entity, ${entityId}::integer as entity_id, ${JSON.stringify(seen)}::jsonb as after) n
    join app_user u on u.id = ${editor.userId}
    where not exists (select from audit a where a.action in ('read', 'export') and a.time > ${new Date(unlessSince)}
      and a.user_id = u.id and (a.organization_id, a.token_name, a.ip, a.action, a.entity, a.entity_id, a.after)
        is not distinct from (n.organization_id, n.token_name, n.ip, n.action, n.entity, n.entity_id, n.after))`);
};

export const pruneAccesses = async (db: Db, before: number): Promise<void> => {
  await db.query(sql`delete from audit where action in ('read', 'export') and time < ${new Date(before)}`);
};
