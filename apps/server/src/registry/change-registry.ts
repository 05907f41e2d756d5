import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Action, Entity } from '@airdeck/domain/policy/policies';
import type { FeedWriter } from '../feed/feed.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import { Failure } from '../platform/http/failure.ts';
import type { Editor } from '../platform/http/who.ts';
import type { Log } from '../platform/log.ts';
import { insertAudit } from './audit-queries.ts';
import type { Registry, RegistryTouch } from './registry.ts';

/** One change of what is registered, however many rows it has. */
export interface RegistryChange {
  tx: Tx;
  /** Says what was changed: it is written down, and what it touched is read again after the commit. */
  note(entry: Note): void;
}

export interface Note {
  action: Extract<Action, 'create' | 'write' | 'delete'>;
  entity: Entity;
  entityId: number;
  /** null: it is the installation's, and every organization is read again. */
  organizationId: number | null;
  /** The meter that it is, or is a part of; without one the organization is read again. */
  meterId?: number;
  /** Meters that are read again besides. */
  alsoMeters?: readonly number[];
  /** What a person sees of it, and no secret. null: it was not there, or is no more. */
  before: object | null;
  after: object | null;
}

export type ChangeRegistry = <T>(editor: Editor, run: (change: RegistryChange) => Promise<T>) => Promise<T>;

/** Unique constraints of the database → what they mean to whoever asked, and the field that is to be another. */
const DUPLICATES: Record<string, readonly [code: ErrorCode, field: string]> = {
  organization_code_key: ['DUPLICATION_ORGANIZATION_CODE', 'code'],
  office_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  department_office_id_name_key: ['DUPLICATION_NAME', 'name'],
  master_error_code_key: ['DUPLICATION_CODE', 'code'],
  master_sensor_code_key: ['DUPLICATION_CODE', 'code'],
  local_server_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  app_user_organization_id_login_key: ['DUPLICATION_ID', 'login'],
  app_user_email: ['DUPLICATION_EMAIL', 'email'],
  meter_organization_id_code_key: ['DUPLICATION_METER_CODE', 'code'],
  device_credential_pkey: ['DUPLICATION_METER_CODE', 'code'],
  meter_department_id_name_key: ['DUPLICATION_METER_NAME', 'name'],
  sensor_meter_id_type_sequence_key: ['DUPLICATION_LOCALIZATION_SEQUENCE', 'sequence'],
  purifier_meter_id_number_key: ['DUPLICATION_AIR_PURIFIER', 'number'],
  purifier_meter_id_name_key: ['DUPLICATION_AIR_PURIFIER', 'name'],
  notification_rule_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  alarm_rule_organization_id_code_sensor_type_key: ['DUPLICATION_CODE', 'code'],
  timetable_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  wall_display_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  saved_view_user_id_name_key: ['DUPLICATION_NAME', 'name'],
};

/** What is twice, when a unique constraint refused it; undefined for any other error. */
export const duplicateOf = (error: unknown): Failure | undefined => {
  const [code, field] = (error instanceof Error && 'constraint' in error && DUPLICATES[String(error.constraint)]) || [];
  return code === undefined || field === undefined ? undefined : new Failure(code, { [field]: 'DUPLICATE' });
};

/** What is administered and no part of the registry: nobody reads anything again for it. */
const OUTSIDE: ReadonlySet<Entity> = new Set([
  'users',
  'notices',
  'master_errors',
  'organization_errors',
  'notification_rules',
  'timetables',
  'wall_displays',
]);

/** null: nothing of the registry. */
const touchOf = (notes: readonly Note[]): RegistryTouch | null => {
  const inside = notes.filter(({ entity }) => !OUTSIDE.has(entity));
  if (inside.length === 0) return null;
  const owners = inside.filter((note) => note.meterId === undefined).map((note) => note.organizationId);
  const organizations = owners.filter((id) => id !== null);
  return {
    organizations: organizations.length < owners.length ? 'all' : [...new Set(organizations)],
    meters: [
      ...new Set(inside.flatMap(({ meterId, alsoMeters = [] }) => [...(meterId ? [meterId] : []), ...alsoMeters])),
    ],
  };
};

/** What was to be referred to is no longer there. */
const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

export interface ChangeRegistryOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  log: Log;
  feed: FeedWriter;
  /** Names this process, which does not read again what it has read itself. */
  processId: string;
  onChanged(): void;
}

/**
 * Makes the one way in which what is registered changes: a transaction with the change and its audit rows, one entry of the
 * feed for the other processes, and one reading of what was touched. When it resolves, the change counts in this process.
 * @throws Failure of a DUPLICATION_ code, with the field, when a unique constraint refuses it, RESOURCE_NOT_FOUND when a parent has just gone.
 */
export const createChangeRegistry =
  ({ db, registry, clock, log, feed, processId, onChanged }: ChangeRegistryOptions): ChangeRegistry =>
  async (editor, run) => {
    const notes: Note[] = [];
    const { result, touch } = await db
      .tx(async (tx) => {
        const answer = await run({ tx, note: (entry) => notes.push(entry) });
        const touched = touchOf(notes);
        await insertAudit(tx, editor, notes, clock.now());
        if (touched) await feed.append(tx, [{ kind: 'registry', word: { from: processId, touch: touched } }]);
        return { result: answer, touch: touched };
      })
      .catch((error) => {
        throw duplicateOf(error) ?? (isGone(error) ? new Failure('RESOURCE_NOT_FOUND') : error);
      });
    if (touch) {
      feed.wake('registry');
      await registry.refresh(touch).then(onChanged, (error) => {
        // The change is committed. The next reading brings it here.
        log.error({ err: error }, 'a change was stored and could not be read back');
      });
    }
    return result;
  };
