import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';
import type { Note } from './change-registry.ts';

/** Of one statement: an import has a hundred thousand. */
const PORTION = 5_000;

/** Writes down who changed what, in the transaction that changes it. */
export const insertAudit = async (tx: Tx, editor: Editor, notes: readonly Note[], time: number): Promise<void> => {
  for (let at = 0; at < notes.length; at += PORTION) {
    await insertPortion(tx, editor, notes.slice(at, at + PORTION), time);
  }
};

const insertPortion = async (tx: Tx, editor: Editor, notes: readonly Note[], time: number): Promise<void> => {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await tx.query(sql`
    insert into audit (time, organization_id, user_id, user_login, ip, action, entity, entity_id, before, after)
    select ${new Date(time)}, n.organization_id, ${editor.userId}::integer,
      (select login from app_user where id = ${editor.userId}), ${editor.ip}::text, n.action, n.entity, n.entity_id,
      n.before::jsonb, n.after::jsonb
    from unnest(
      ${notes.map((note) => note.organizationId)}::integer[], ${notes.map((note) => note.action)}::text[],
      ${notes.map((note) => note.entity)}::text[], ${notes.map((note) => note.entityId)}::integer[],
      ${notes.map((note) => json(note.before))}::text[], ${notes.map((note) => json(note.after))}::text[])
      as n (organization_id, action, entity, entity_id, before, after)`);
};
