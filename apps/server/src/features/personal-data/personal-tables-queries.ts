import type { PersonalKind } from '@airdeck/contract/user/personal-data';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Tables } from '../../schema/tables.ts';

export interface Person {
  id: number;
  organization_id: number;
  login: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** Replaces the person's name and id in records. No id of a user begins with #. */
  pseudonym: string;
}

/** A table with personal data: the one list from which export, counts and erasure are made. */
export interface PersonalTable {
  kind: PersonalKind;
  /** Columns with personal data. A test compares them with the schema. */
  columns: readonly string[];
  /** Which rows `t` are about the person. */
  rows(person: Person): Sql;
  /** The newest first. */
  order: string;
  /** The exported row; default: all columns but secrets and keys. */
  shown?(person: Person): Sql;
  /** New values of the columns. */
  erased: 'DELETED' | ((person: Person) => Sql);
}

/** Columns that leave the server in no export. */
const SECRET = [
  ...['password_hash', 'token_hash', 'endpoint_hash', 'p256dh', 'auth', 'photo'],
  ...['secret', 'pending_secret', 'code_hash'],
];
const ALL_SHOWN = sql`to_jsonb(t) - ${SECRET}::text[]`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** A regular expression that finds texts as whole words. */
const wordsOf = (texts: readonly (string | null)[]): string => {
  const words = texts.flatMap((text) => (text === null || text === '' ? [] : [escaped(text)]));
  return `(?<![[:alnum:]_.@+-])(${words.join('|')})(?![[:alnum:]_.@+-])`;
};
/** A text, or jsonb as text, with a pseudonym in place of words. */
const redacted = (column: Sql, texts: readonly (string | null)[], pseudonym: string): Sql =>
  sql`regexp_replace(${column}, ${wordsOf(texts)}, ${pseudonym}, 'gi')`;
/** A person's own note, which may name them. */
const note = (column: string, { login, name, email, phone, pseudonym }: Person): Sql =>
  redacted(raw(column), [email, login, name, phone], pseudonym);

const byUser = ({ id }: Person): Sql => sql`t.user_id = ${id}`;
const lower = (text: string | null): string | null => text?.toLowerCase() ?? null;
const receivers = ({ login, email }: Person): Sql => sql`(${lower(login)}, ${lower(email)})`;

/** Handling of alarms: by the user, or by their mail address through a link. */
const ACTS = ['acknowledged', 'cleared', 'shelved', 'reported'] as const;
type Act = (typeof ACTS)[number];
const isAct = (act: Act, { id, organization_id, email }: Person): Sql => {
  const [by, login] = [raw(`t.${act}_by`), raw(`t.${act}_login`)];
  return sql`(${by} = ${id} or ${by} is null and t.organization_id = ${organization_id} and lower(${login}) = ${lower(email)})`;
};
/** The person's own words about an alarm. */
const WORDS: Readonly<Record<Act, string>> = {
  acknowledged: 'acknowledged_note',
  cleared: 'cleared_note',
  shelved: 'shelved_note',
  reported: 'detail',
};

/** Entities in whose records of changes people are named. */
const NAMING = [
  ...['users', 'account', 'api_tokens', 'notification_rules', 'organizations', 'organization_errors'],
  'report_schedules',
];
const isAbout = ({ id }: Person): Sql =>
  sql`(t.entity in ('users', 'account') and t.entity_id is not distinct from ${id})`;
const isNaming = ({ organization_id, login, email, name, phone }: Person): Sql => sql`
  (t.entity = any(${NAMING}::text[]) and (t.organization_id = ${organization_id} or t.organization_id is null)
    and concat_ws(' ', t.before, t.after) ~* ${wordsOf([email, login])}
  or t.entity = 'users' and t.entity_id is null and (t.organization_id = ${organization_id} or t.organization_id is null)
    and concat_ws(' ', t.before, t.after) ~* ${wordsOf([email, login, name, phone])})`;
const FIELDS = ['name', 'login', 'email', 'phone'];
const erasedRecord = (column: Sql, person: Person): Sql => {
  const { login, email, name, phone, pseudonym } = person;
  return sql`case when ${column} is null then null when ${isAbout(person)} then ${column} || coalesce((
      select jsonb_object_agg(k, ${pseudonym}::text) from jsonb_object_keys(${column}) k
      where k = any(${FIELDS}::text[]) and ${column}->k <> 'null'), '{}')
    when t.entity = 'users' and t.entity_id is null
      then ${redacted(sql`${column}::text`, [email, login, name, phone], pseudonym)}::jsonb
    when t.entity = any(${NAMING}::text[]) then ${redacted(sql`${column}::text`, [email, login], pseudonym)}::jsonb
    else ${column} end`;
};

/** Entered receivers without the person; null: no other is left. */
const withoutReceiver = (list: Sql, person: Person): Sql => sql`(
  select string_agg(each, ', ' order by n) from regexp_split_to_table(${list}, '[\\s,;]+') with ordinality as r (each, n)
  where each <> '' and lower(each) not in ${receivers(person)})`;

const erasedLogin = ({ pseudonym }: Person): Sql => sql`user_login = ${pseudonym}, user_name = ${pseudonym}, ip = ''`;

export const PERSONAL_TABLES = {
  decoder_version: {
    ...{ kind: 'changes', columns: ['user_id', 'login'], rows: byUser, order: 'id' },
    erased: ({ pseudonym }) => sql`user_id = null, login = ${pseudonym}`,
  },
  user_place: { kind: 'account', columns: ['user_id'], rows: byUser, order: 'user_id', erased: 'DELETED' },
  password_link: { kind: 'account', columns: ['user_id'], rows: byUser, order: 'user_id', erased: 'DELETED' },
  sign_on_link: { kind: 'account', columns: ['user_id', 'subject'], rows: byUser, order: 'user_id', erased: 'DELETED' },
  second_factor: { kind: 'account', columns: ['user_id', 'secret'], rows: byUser, order: 'user_id', erased: 'DELETED' },
  recovery_code: { kind: 'account', columns: ['user_id'], rows: byUser, order: 'user_id', erased: 'DELETED' },
  push_subscription: {
    ...{ kind: 'account', columns: ['user_id', 'endpoint', 'endpoint_hash'], rows: byUser, order: 'user_id' },
    erased: 'DELETED',
  },
  session: {
    ...{
      kind: 'logins',
      columns: ['user_id', 'user_login', 'user_name', 'ip'],
      rows: byUser,
      order: 'login_time desc',
    },
    shown: () => sql`to_jsonb(t) - 'id'`,
    erased: erasedLogin,
  },
  blocked_login: {
    ...{ kind: 'logins', columns: ['user_id', 'user_login', 'user_name', 'ip'], rows: byUser, order: 'id desc' },
    erased: erasedLogin,
  },
  failed_login: {
    ...{ kind: 'logins', columns: ['login', 'address'], order: 'last_time desc', erased: 'DELETED' },
    rows: (person) => sql`lower(t.login) in ${receivers(person)} and t.code in (
      select code from organization where id = ${person.organization_id}
      union all select code from organization_alias where organization_id = ${person.organization_id})`,
  },
  saved_view: { kind: 'settings', columns: ['user_id', 'address'], rows: byUser, order: 'id', erased: 'DELETED' },
  api_token: {
    ...{ kind: 'settings', columns: ['user_id', 'last_used_ip'], rows: byUser, order: 'id', erased: 'DELETED' },
  },
  wall_display: {
    ...{ kind: 'settings', columns: ['made_by'], rows: ({ id }) => sql`t.made_by = ${id}`, order: 'id' },
    shown: () => sql`jsonb_build_object('id', t.id, 'name', t.name)`,
    erased: () => sql`made_by = null`,
  },
  alarm_photo: {
    ...{ kind: 'photos', columns: ['photo'], order: 'alarm_id desc', erased: 'DELETED' },
    rows: ({ id }) => sql`t.alarm_id in (select id from alarm where reported_by = ${id})`,
  },
  alarm: {
    ...{ kind: 'alarms', columns: ACTS.flatMap((act) => [`${act}_by`, `${act}_login`, WORDS[act]]), order: 'id desc' },
    rows: (person) =>
      sql`(${join(
        ACTS.map((act) => isAct(act, person)),
        ' or ',
      )})`,
    shown: (person) => sql`jsonb_strip_nulls(jsonb_build_object('id', t.id, 'code', t.code,
      'occurred_time', t.occurred_time, ${join(
        ACTS.map(
          (act) => sql`${act}::text, case when ${isAct(act, person)} then jsonb_build_object(
            'login', ${raw(`t.${act}_login`)}, 'note', ${raw(`t.${WORDS[act]}`)}) end`,
        ),
      )}))`,
    erased: (person) =>
      join(
        ACTS.flatMap((act) => {
          const set = (column: string, value: Sql) =>
            sql`${raw(column)} = case when ${isAct(act, person)} then ${value} else t.${raw(column)} end`;
          return [set(`${act}_login`, sql`${person.pseudonym}`), set(WORDS[act], note(`t.${WORDS[act]}`, person))];
        }),
      ),
  },
  command: {
    ...{ kind: 'commands', columns: ['user_id', 'user_login', 'ip', 'description'], rows: byUser, order: 'id desc' },
    erased: (person) =>
      sql`user_login = ${person.pseudonym}, ip = null, description = ${note('t.description', person)}`,
  },
  switch_off_test: {
    ...{ kind: 'commands', columns: ['user_id'], rows: byUser, order: 'id desc' },
    shown: () => sql`jsonb_build_object('id', t.id, 'start_time', t.start_time)`,
    erased: () => sql`user_id = null`,
  },
  filter_replacement: {
    ...{ kind: 'commands', columns: ['user_id', 'user_login'], rows: byUser, order: 'id desc' },
    erased: ({ pseudonym }) => sql`user_login = ${pseudonym}`,
  },
  deleted_row: {
    ...{ kind: 'commands', columns: ['content'], order: 'id desc', shown: () => sql`t.content` },
    rows: ({ id }) => sql`t.kind = 'filter_replacement' and t.content->>'user_id' = ${String(id)}`,
    erased: ({ pseudonym }) => sql`content = t.content || jsonb_build_object('user_login', ${pseudonym}::text)`,
  },
  notification_rule: {
    ...{ kind: 'notifications', columns: ['recipients', 'escalate_to'], order: 'id' },
    rows: (person) => sql`t.organization_id = ${person.organization_id} and exists (
      select from regexp_split_to_table(concat_ws(' ', t.recipients, t.escalate_to), '[\\s,;]+') r
      where lower(r) in ${receivers(person)})`,
    shown: () => sql`jsonb_build_object('id', t.id, 'name', t.name, 'channel', t.channel)`,
    // A rule without receivers is switched off.
    erased: (person) => sql`recipients = ${withoutReceiver(sql`t.recipients`, person)},
      escalate_to = (select nullif(string_agg(kept, chr(10) order by n), '')
        from regexp_split_to_table(t.escalate_to, chr(10)) with ordinality as s (line, n)
        cross join lateral (select ${withoutReceiver(sql`line`, person)} as kept) k where kept is not null),
      use = case when t.channel <> 'WEBHOOK' and ${withoutReceiver(sql`t.recipients`, person)} is null then 'N'
        else t.use end,
      version = t.version + 1`,
  },
  notification: {
    ...{ kind: 'notifications', columns: ['receiver', 'target', 'last_error'], order: 'id desc' },
    rows: (person) => sql`t.organization_id = ${person.organization_id} and t.channel <> 'WEBHOOK'
      and lower(t.receiver) in ${receivers(person)}`,
    // Both an id and an address may have received the same alarm.
    erased: ({ email, pseudonym }) => sql`
      receiver = case when lower(t.receiver) = ${lower(email)} then ${`${pseudonym}@`} else ${pseudonym} end,
      target = lower(t.channel) || ':' || ${pseudonym}, last_error = null,
      state = case when t.state = 'WAITING' then 'DROPPED' else t.state end`,
  },
  notification_link: {
    ...{ kind: 'notifications', columns: ['receiver', 'address'], order: 'expires_time desc', erased: 'DELETED' },
    rows: (person) => sql`t.organization_id = ${person.organization_id}
      and (lower(t.receiver) in ${receivers(person)} or lower(t.address) = ${lower(person.email)})`,
  },
  report_schedule: {
    ...{ kind: 'notifications', columns: ['recipients'], order: 'id' },
    rows: (person) => sql`t.organization_id = ${person.organization_id} and exists (
      select from regexp_split_to_table(t.recipients, '[\\s,;]+') r where lower(r) = ${lower(person.email)})`,
    shown: () => sql`jsonb_build_object('id', t.id, 'office_id', t.office_id)`,
    // One without receivers is switched off.
    erased: (person) => sql`recipients = coalesce(${withoutReceiver(sql`t.recipients`, person)}, ''),
      use = case when ${withoutReceiver(sql`t.recipients`, person)} is null then 'N' else t.use end,
      version = t.version + 1`,
  },
  report_mail: {
    ...{ kind: 'notifications', columns: ['email'], order: 'report_id desc', erased: 'DELETED' },
    rows: (person) => sql`lower(t.email) = ${lower(person.email)} and exists (
      select from report r where r.id = t.report_id and r.organization_id = ${person.organization_id})`,
  },
  organization: {
    ...{ kind: 'contacts', columns: ['email', 'phone'], order: 'id' },
    rows: ({ organization_id, email, phone }) =>
      sql`t.id = ${organization_id} and (lower(t.email) = ${lower(email)} or t.phone = ${phone})`,
    shown: () => sql`jsonb_build_object('id', t.id, 'email', t.email, 'phone', t.phone)`,
    erased: ({ email, phone }) => sql`phone = case when t.phone is distinct from ${phone} then t.phone end,
      email = case when lower(t.email) is distinct from ${lower(email)} then t.email end, version = t.version + 1`,
  },
  organization_error: {
    ...{ kind: 'contacts', columns: ['contact', 'phone'], order: 'id' },
    rows: ({ organization_id, name, phone }) =>
      sql`t.organization_id = ${organization_id} and (t.contact = ${name} or t.phone = ${phone})`,
    shown: () => sql`jsonb_build_object('id', t.id, 'contact', t.contact, 'phone', t.phone)`,
    erased: ({ name, phone }) => sql`phone = case when t.phone is distinct from ${phone} then t.phone end,
      contact = case when t.contact is distinct from ${name} then t.contact end, version = t.version + 1`,
  },
  audit: {
    ...{ kind: 'changes', columns: ['user_id', 'user_login', 'ip', 'token_name', 'before', 'after'], order: 'id desc' },
    rows: (person) => sql`(t.user_id = ${person.id} or ${isAbout(person)} or ${isNaming(person)})`,
    // Not what it says about other people.
    shown: (person) => sql`(to_jsonb(t)
      - case when t.user_id is distinct from ${person.id} then '{user_id,user_login,ip,token_name}'::text[] else '{}' end
      - case when ${isAbout(person)} or t.user_id is not distinct from ${person.id} and t.entity <> 'users'
        then '{}'::text[] else '{before,after}' end)`,
    erased: (person) => sql`
      user_login = case when t.user_id = ${person.id} then ${person.pseudonym} else t.user_login end,
      ip = case when t.user_id = ${person.id} then null else t.ip end,
      token_name = case when t.user_id = ${person.id} then null else t.token_name end,
      before = ${erasedRecord(sql`t.before`, person)}, after = ${erasedRecord(sql`t.after`, person)}`,
  },
  // The last one: everything that refers to the account goes with it.
  app_user: {
    kind: 'account',
    columns: ['login', 'kept_login', 'name', 'name_key', 'email', 'phone', 'password_hash', 'person'],
    rows: ({ id }) => sql`t.id = ${id}`,
    order: 'id',
    erased: 'DELETED',
  },
} as const satisfies Partial<Record<keyof Tables, PersonalTable>>;

export type PersonalTableName = keyof typeof PERSONAL_TABLES;

/** Columns that look personal, and are not. */
export const NOT_PERSONAL: readonly string[] = [
  // Addresses of devices and sites.
  ...['meter.ip', 'unregistered_device.ip', 'unregistered_device.enrolled_ip', 'hand_over.ip', 'local_server.ip'],
  ...['organization.ip', 'organization.address', 'notification_rule.url'],
  // Kinds of logins.
  ...['sign_on_provider.password_login', 'local_server.own_login'],
  // A name of a device at its network, and a process.
  ...['door_device.address', 'door_device.polled_by', 'door_device.poll_login'],
];

export const fromTable = (table: PersonalTableName, person: Person): Sql =>
  sql`from ${raw(table)} t where ${PERSONAL_TABLES[table].rows(person)}`;

export const shownOf = (table: PersonalTableName, person: Person): Sql => {
  const { shown }: PersonalTable = PERSONAL_TABLES[table];
  return shown?.(person) ?? ALL_SHOWN;
};

export const erasureOf = (table: PersonalTableName, person: Person): Sql => {
  const { rows, erased }: PersonalTable = PERSONAL_TABLES[table];
  return erased === 'DELETED'
    ? sql`delete from ${raw(table)} t where ${rows(person)}`
    : sql`update ${raw(table)} t set ${erased(person)} where ${rows(person)}`;
};
