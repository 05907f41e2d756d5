import {
  countPersonalData,
  erasePerson,
  exportPersonalData,
  MAX_PERSONAL_RECORDS,
  PERSONAL_KINDS,
} from '@airdeck/contract/user/personal-data';
import type { Scope } from '@airdeck/domain/policy/may';
import { isLocalRole } from '@airdeck/domain/role';
import type { NoteAccess } from '../../audit/access-log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import {
  countRecords,
  eraseRecords,
  type FoundPerson,
  findPerson,
  listRecords,
  lockSuperAdmins,
  PERSONAL_TABLE_NAMES,
} from './person-queries.ts';
import { PERSONAL_TABLES } from './personal-tables-queries.ts';

export interface PersonalDataOptions {
  db: Db;
  clock: Clock;
  changeRegistry: ChangeRegistry;
  noteAccess: NoteAccess;
  /** The session feature's. */
  endSessions(userId: number): Promise<void>;
}

const UNKNOWN_USER = { notFound: 'USER_NOT_FOUND' } as const;

/** The file about one person, and their erasure from all records. */
export const addPersonalDataRoutes = (http: Http, options: PersonalDataOptions): void => {
  const { db, clock, changeRegistry, noteAccess, endSessions } = options;

  /** @throws Failure USER_NOT_FOUND; ACCESS_DENIED for a SUPER_ role, which only an unlimited SUPER_ADMIN reaches */
  const mustFind = async (tx: Db | Tx, scope: Scope, id: number): Promise<FoundPerson> => {
    const person = await findPerson(tx, scope, id);
    if (person === undefined) throw new Failure('USER_NOT_FOUND');
    if (scope.reach !== 'all' && !isLocalRole(person.authority)) throw new Failure('ACCESS_DENIED');
    return person;
  };

  addRoute(
    http,
    countPersonalData,
    async ({ params, scope }) => {
      const person = await mustFind(db, scope, params.id);
      const counts = new Map(PERSONAL_KINDS.map((kind) => [kind, 0]));
      for (const table of PERSONAL_TABLE_NAMES) {
        const { kind } = PERSONAL_TABLES[table];
        counts.set(kind, (counts.get(kind) ?? 0) + (await countRecords(db, table, person)));
      }
      return { counts: [...counts].map(([kind, count]) => ({ kind, count })) };
    },
    UNKNOWN_USER,
  );

  addRoute(
    http,
    exportPersonalData,
    async ({ params, scope, editor }) => {
      const person = await mustFind(db, scope, params.id);
      const tables: Record<string, Record<string, unknown>[]> = {};
      let isCut = false;
      for (const table of PERSONAL_TABLE_NAMES) {
        const records = await listRecords(db, table, person);
        isCut ||= records.length > MAX_PERSONAL_RECORDS;
        tables[table] = records.slice(0, MAX_PERSONAL_RECORDS);
      }
      const { id, organization_id: organizationId, name } = person;
      await noteAccess(editor, { action: 'export', entity: 'users', entityId: id, organizationId, seen: { name } });
      return { exported_time: new Date(clock.now()).toISOString(), user_id: id, is_cut: isCut, tables };
    },
    UNKNOWN_USER,
  );

  addRoute(
    http,
    erasePerson,
    async ({ params, body, scope, who, editor }) => {
      const { id } = params;
      const pseudonym = await changeRegistry(editor, async ({ tx, note }) => {
        const admins = await lockSuperAdmins(tx);
        const person = await mustFind(tx, scope, id);
        if (id === who.userId || (admins.length === 1 && admins[0] === id)) throw new Failure('LOCKS_OUT');
        if (body.login !== person.login) throw new Failure('INVALID_PARAMETER', { login: 'INVALID' });
        for (const table of PERSONAL_TABLE_NAMES) await eraseRecords(tx, table, person);
        const { organization_id: organizationId, pseudonym: name, authority } = person;
        const before = { name, authority };
        note({ action: 'delete', entity: 'users', entityId: id, organizationId, before, after: null });
        return name;
      });
      await endSessions(id);
      return { pseudonym };
    },
    UNKNOWN_USER,
  );
};
