import pino from 'pino';
import sql, { raw } from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../platform/db/pool.ts';
import { connectionName } from '../../platform/db/server-connections.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { type ResealCount, type ResealOptions, reseal } from './reseal.ts';
import { lockSealed, SEALED_COLUMNS } from './reseal-queries.ts';

const [OLD, NEW, UNKNOWN] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const RING = { key: NEW, earlier: [OLD] };
const sealedWith = (key: Uint8Array, secret: string) => createPasswordSeal(key, systemRandom).seal(secret);

let database: TestDatabase;
let db: Db;
let organizationId: number;
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  organizationId = (await anOrganization(db)).id;
});
afterEach(() => database.close());

const run = async (changed: Partial<ResealOptions> = {}): Promise<Record<string, Omit<ResealCount, 'name'>>> => {
  const counts: Record<string, Omit<ResealCount, 'name'>> = {};
  const done = ({ name, ...count }: ResealCount) => {
    counts[name] = count;
  };
  const { signal } = new AbortController();
  await reseal({ db, keys: RING, random: systemRandom, signal, done, ...changed });
  return counts;
};
const addLocalServers = (secrets: readonly Buffer[]) =>
  db.query(sql`insert into local_server (organization_id, name, ip, port, account, password)
    select ${organizationId}, 'Server ' || n, '10.0.0.1', 1000 + n, 'a', sealed
    from unnest(${secrets}::bytea[]) with ordinality as s(sealed, n)`);
/** One secret in each column. */
const addEach = async (key: Uint8Array): Promise<void> => {
  const sealed = sealedWith(key, 'secret');
  const { id: userId } = await aUser(db);
  await addLocalServers([sealed]);
  await db.query(sql`insert into session_key (secret) values (${sealed})`);
  await db.query(sql`with added as (insert into door (organization_id, name, kind) values (${organizationId}, 'Door', 'POLL')
      returning id)
    insert into door_device (organization_id, door_id, address, host, port, poll_login, poll_secret)
    select ${organizationId}, id, 'a', '10.0.0.2', 80, 'BEARER', ${sealed}::bytea from added`);
  await db.query(sql`insert into notification_rule (organization_id, name, severity, alarm_category, channel, url, secret,
      delivery, critical_passes, message_language)
    values (${organizationId}, 'Rule', 'MAJOR', 'ALL', 'WEBHOOK', 'https://a.example', ${sealed}, 'NOW', 'Y', 'ko')`);
  await db.query(sql`insert into audit_stream (organization_id, name, records, url, secret, position, next_time)
    values (${organizationId}, 'Stream', 'AUDIT', 'https://a.example', ${sealed}, 0, now())`);
  await db.query(sql`insert into sign_on_provider (organization_id, name, issuer, client_id, client_secret, scopes,
      login_claim, name_claim, email_claim, use)
    values (${organizationId}, 'Provider', 'https://a.example', 'x', ${sealed}, 'openid', 'sub', 'name', 'email', 'N')`);
  await db.query(sql`insert into second_factor (user_id, secret, pending_secret, last_step, set_up_time)
    values (${userId}, ${sealed}, ${sealed}, 1, now())`);
};
const secretsOf = async (key: Uint8Array): Promise<Record<string, (string | null)[]>> => {
  const seal = createPasswordSeal(key, systemRandom);
  const entries = await Promise.all(
    SEALED_COLUMNS.map(async ({ name, table, column }) => {
      const { rows } = await db.query<{ sealed: Buffer }>(sql`
        select ${raw(column)} as sealed from ${raw(table)} where ${raw(column)} is not null order by 1`);
      return [name, rows.map(({ sealed }) => seal.open(sealed))] as const;
    }),
  );
  return Object.fromEntries(entries);
};

it('knows every column whose comment says that it is encrypted', async () => {
  const { rows } = await db.query<{ column: string }>(sql`
    select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bytea'::regtype
      and col_description(c.oid, a.attnum) ~* 'encrypt|AES' order by 1`);
  expect(rows.map(({ column }) => column)).toEqual(
    SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});

describe('reseal', () => {
  it('encrypts each kind of secret with the key in use, and nothing the second time', async () => {
    await addEach(OLD);
    const each = (counts: Omit<ResealCount, 'name'>) =>
      Object.fromEntries(SEALED_COLUMNS.map(({ name }) => [name, counts]));
    expect(await run()).toEqual(each({ again: 1, already: 0, lost: 0 }));
    expect(await secretsOf(NEW)).toEqual(Object.fromEntries(SEALED_COLUMNS.map(({ name }) => [name, ['secret']])));
    expect(await run()).toEqual(each({ again: 0, already: 1, lost: 0 }));
  });

  it('keeps versions, and leaves what none of the keys opens as it is', async () => {
    const lost = sealedWith(UNKNOWN, 'x');
    await addLocalServers([lost, sealedWith(OLD, 'a'), sealedWith(NEW, 'b')]);
    expect(await run()).toMatchObject({ 'passwords of local servers': { again: 1, already: 1, lost: 1 } });
    const { rows } = await db.query<{ version: number; isLost: boolean }>(
      sql`select version, password = ${lost} as "isLost" from local_server order by port`,
    );
    expect(rows).toEqual([true, false, false].map((isLost) => ({ version: 1, isLost })));
  });

  it('goes on where it was interrupted', async () => {
    await addLocalServers(Array.from({ length: 450 }, (_, i) => sealedWith(OLD, `password ${i}`)));
    const interruption = new AbortController();
    let batches = 0;
    const counting: Db = {
      ...db,
      tx: (work) => {
        if (++batches === 2) interruption.abort(new Error('interrupted'));
        return db.tx(work);
      },
    };
    await expect(run({ db: counting, signal: interruption.signal })).rejects.toThrow('interrupted');
    expect(await run()).toMatchObject({ 'passwords of local servers': { again: 50, already: 400, lost: 0 } });
    expect(new Set((await secretsOf(NEW))['passwords of local servers']).size).toBe(450);
  });

  it('does not overwrite a secret that is edited meanwhile', async () => {
    await addLocalServers([sealedWith(OLD, 'before')]);
    const edited = sealedWith(NEW, 'after');
    let resealing: ReturnType<typeof run> | undefined;
    await db.tx(async (tx) => {
      await tx.query(sql`update local_server set password = ${edited}`);
      resealing = run();
      // It waits for the edit.
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
    });
    expect(await resealing).toMatchObject({ 'passwords of local servers': { again: 0, already: 1 } });
    expect((await secretsOf(NEW))['passwords of local servers']).toEqual(['after']);
  });

  it('locks secrets against edits until they are saved', async () => {
    await addLocalServers([sealedWith(OLD, 'before')]);
    const [column] = SEALED_COLUMNS;
    await db.tx(async (tx) => {
      if (column) await lockSealed(tx, column, { after: 0, limit: 1 });
      await expect(db.query(sql`select from local_server for no key update nowait`)).rejects.toMatchObject({
        code: '55P03',
      });
    });
  });

  it.each([
    ['uses an earlier key', connectionName('web', OLD)],
    ['is too old to name its key', 'airdeck web'],
  ])('refuses while a process %s', async (_, name) => {
    await addEach(OLD);
    const [other, same] = [name, connectionName('devices', NEW)].map((each) =>
      createDb({ connection: database.url, log: pino({ level: 'silent' }), name: each }),
    ) as [Db, Db];
    await Promise.all([other, same].map((each) => each.query(sql`select`)));
    await expect(run()).rejects.toThrow(/older version: web( \(.*\))?\. .* Nothing was changed/);
    expect(await secretsOf(OLD)).toMatchObject({ 'secrets of webhooks': ['secret'] });
    await other.close();
    // PostgreSQL lists a connection until its process has ended.
    const listed = sql`select from pg_stat_activity where application_name = ${name} and datname = current_database()`;
    await expect.poll(async () => (await db.query(listed)).rowCount, { timeout: 60_000 }).toBe(0);
    await run();
    await same.close();
    expect(await secretsOf(NEW)).toMatchObject({ 'secrets of webhooks': ['secret'] });
  });
});
