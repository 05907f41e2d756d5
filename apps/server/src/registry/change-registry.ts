import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Entity } from '@airdeck/domain/policy/policies';
import { type AuditedChange, type CombinedChange, insertAudit } from '../audit/audit-queries.ts';
import type { FeedWriter } from '../feed/feed.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import { Failure } from '../platform/http/failure.ts';
import type { Editor } from '../platform/http/who.ts';
import type { Log } from '../platform/log.ts';
import type { Registry, RegistryTouch } from './registry.ts';

/** A change of the registry, of any number of rows. */
export interface RegistryChange {
  tx: Tx;
  /** Records a changed object: it gets an audit row, and the objects that it touches are refreshed after the commit. */
  note(entry: AuditedChange): void;
  /** Makes all of them one entry of the audit log, with the changed objects behind it. */
  combine(change: CombinedChange): void;
}

export type ChangeRegistry = <T>(editor: Editor, run: (change: RegistryChange) => Promise<T>) => Promise<T>;

/** Unique constraint → error code for the client, and the field that must change. */
const DUPLICATES: Record<string, readonly [code: ErrorCode, field: string]> = {
  organization_code_key: ['DUPLICATION_ORGANIZATION_CODE', 'code'],
  office_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  department_office_id_name_key: ['DUPLICATION_NAME', 'name'],
  master_error_code_key: ['DUPLICATION_CODE', 'code'],
  master_sensor_code_key: ['DUPLICATION_CODE', 'code'],
  local_server_organization_id_name_key: ['DUPLICATION_NAME', 'name'],
  app_user_organization_id_login_key: ['DUPLICATION_ID', 'login'],
  office_folded_name: ['DUPLICATION_NAME', 'name'],
  department_folded_name: ['DUPLICATION_NAME', 'name'],
  local_server_folded_name: ['DUPLICATION_NAME', 'name'],
  meter_folded_name: ['DUPLICATION_METER_NAME', 'name'],
  purifier_folded_name: ['DUPLICATION_AIR_PURIFIER', 'name'],
  door_device_by_address: ['DUPLICATION_CODE', 'address'],
  notification_rule_folded_name: ['DUPLICATION_NAME', 'name'],
  timetable_folded_name: ['DUPLICATION_NAME', 'name'],
  floor_plan_folded_name: ['DUPLICATION_NAME', 'name'],
  wall_display_folded_name: ['DUPLICATION_NAME', 'name'],
  door_by_home_assistant: ['INVALID_PARAMETER', 'home_assistant'],
  saved_view_folded_name: ['DUPLICATION_NAME', 'name'],
  api_token_folded_name: ['DUPLICATION_NAME', 'name'],
  meter_folded_code: ['DUPLICATION_METER_CODE', 'code'],
  device_credential_folded_code: ['DUPLICATION_METER_CODE', 'code'],
  app_user_folded_login: ['DUPLICATION_ID', 'login'],
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
  decoder_folded_name: ['DUPLICATION_NAME', 'name'],
  saved_view_user_id_name_key: ['DUPLICATION_NAME', 'name'],
};

/** The failure for a violated unique constraint; undefined for any other error. */
export const duplicateOf = (error: unknown): Failure | undefined => {
  const [code, field] = (error instanceof Error && 'constraint' in error && DUPLICATES[String(error.constraint)]) || [];
  return code === undefined || field === undefined ? undefined : new Failure(code, { [field]: 'DUPLICATE' });
};

/**
 * Entities that no process keeps in memory; their changes are not published. Never list an entity here from which
 * cached state is derived (alarm rules, automatic modes, connections to sites).
 */
const OUTSIDE: ReadonlySet<Entity> = new Set([
  ...([
    'users',
    'api_tokens',
    'notices',
    'notification_rules',
    'timetables',
    'wall_displays',
    'sign_on_providers',
    'audit_streams',
    'installation',
  ] as const),
]);

/** null: the registry is not affected. */
const touchOf = (notes: readonly AuditedChange[]): RegistryTouch | null => {
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

/** Foreign key violation: the referenced row no longer exists. */
const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

export interface ChangeRegistryOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  log: Log;
  feed: FeedWriter;
  /** Identifies this process, which has already refreshed its own registry. */
  processId: string;
  onChanged(): void;
}

/**
 * Creates the single function through which the registry changes: one transaction with the change and its audit rows,
 * one feed entry for the other processes, and one refresh of the touched objects. When it resolves, the change is
 * visible in this process.
 * @throws Failure with a DUPLICATION_ code and the field when a unique constraint is violated; RESOURCE_NOT_FOUND when
 * a parent was deleted concurrently.
 */
export const createChangeRegistry =
  ({ db, registry, clock, log, feed, processId, onChanged }: ChangeRegistryOptions): ChangeRegistry =>
  async (editor, run) => {
    const notes: AuditedChange[] = [];
    let combined: CombinedChange | null = null;
    const { result, touch } = await db
      .tx(async (tx) => {
        const answer = await run({
          tx,
          note: (entry) => notes.push(entry),
          combine: (change) => {
            combined = change;
          },
        });
        const touched = touchOf(notes);
        await insertAudit(tx, editor, notes, clock.now(), combined);
        if (touched) await feed.append(tx, [{ kind: 'registry', word: { from: processId, touch: touched } }]);
        return { result: answer, touch: touched };
      })
      .catch((error) => {
        throw duplicateOf(error) ?? (isGone(error) ? new Failure('RESOURCE_NOT_FOUND') : error);
      });
    if (touch) {
      feed.wake('registry');
      await registry.refresh(touch).then(onChanged, (error) => {
        // The change is committed; the next refresh will load it.
        log.error({ err: error }, 'a change was stored, but refreshing the registry failed');
      });
    }
    return result;
  };
