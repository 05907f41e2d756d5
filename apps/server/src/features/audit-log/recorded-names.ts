import { withoutSecrets } from '@airdeck/contract/record/changes';
import type { Language } from '@airdeck/contract/user/schema';
import type { WallLevel } from '@airdeck/contract/wall-display/schema';
import { textsOf } from '../../export/texts.ts';
import type { Named, RegistrySnapshot } from '../../registry/snapshot.ts';
import type { AuditRow } from './audit-log-queries.ts';

type Row = AuditRow['before'];

const PLACES = {
  ORGANIZATION: ({ organizations }) => organizations,
  OFFICE: ({ offices }) => offices,
  DEPARTMENT: ({ departments }) => departments,
} satisfies Record<WallLevel, (snapshot: RegistrySnapshot) => ReadonlyMap<number, Named>>;

const isLevel = (level: unknown): level is WallLevel => typeof level === 'string' && Object.hasOwn(PLACES, level);

/** Entities whose records may lack a name, because only a part of them was changed. */
const NAMED: Readonly<Record<string, (snapshot: RegistrySnapshot) => ReadonlyMap<number, Named>>> = {
  organizations: ({ organizations }) => organizations,
  meters: ({ meters }) => meters,
  purifiers: ({ purifiers }) => purifiers,
};

/**
 * Audit rows as people may read them: without secrets, and with the names that places and purifiers have today in place
 * of their ids. Deleted ones keep their number.
 */
export const createRecordedNames = (snapshot: RegistrySnapshot, language: Language) => {
  const nameIn = (all: ReadonlyMap<number, Named>, id: unknown): string => {
    const named = typeof id === 'number' ? all.get(id) : undefined;
    if (named === undefined) return `#${id}`;
    return (language === 'en' ? named.nameEn : null) ?? named.name;
  };

  /** Purifiers of different meters often have the same name. */
  const purifierName = (id: unknown): string => {
    const meter = typeof id === 'number' ? snapshot.purifiers.get(id)?.meter : undefined;
    const name = nameIn(snapshot.purifiers, id);
    return meter === undefined ? name : `${nameIn(snapshot.meters, meter.id)} ${name}`;
  };

  const withNames = (row: Row): Row => {
    if (row === null) return null;
    const named: Record<string, unknown> = { ...withoutSecrets(row) };
    const { purifier_ids: purifiers, place_ids: places, organizationId } = row;
    if (Array.isArray(purifiers)) named.purifier_ids = purifiers.map(purifierName);
    if (Array.isArray(places) && isLevel(row.wall_level)) {
      const all = PLACES[row.wall_level](snapshot);
      named.place_ids = places.length === 0 ? 'all' : places.map((id) => nameIn(all, id));
    }
    if (organizationId !== undefined) named.organizationId = nameIn(snapshot.organizations, Number(organizationId));
    return named;
  };

  /** The operating system's user is marked, so that it is not taken for an account. An API token is named. */
  const authorOf = ({ user_id, user_login, token_name }: AuditRow): string | null => {
    const { command, token } = textsOf(language).admin.audit;
    if (token_name !== null) return `${user_login} (${token}: ${token_name})`;
    if (user_id !== null) return user_login;
    return user_login === null ? null : `${user_login} (${command})`;
  };

  return (row: AuditRow): AuditRow => {
    const { entity, entity_id: id } = row;
    // The automatic clearing of an organization is recorded with the id of the organization.
    const kind = row.after !== null && 'auto_clear' in row.after ? 'organizations' : entity;
    const known = id === null || row.action === 'create' ? undefined : NAMED[kind]?.(snapshot).get(id);
    const name = row.name ?? (known === undefined ? null : nameIn(new Map([[known.id, known]]), known.id));
    return { ...row, user_login: authorOf(row), name, before: withNames(row.before), after: withNames(row.after) };
  };
};
