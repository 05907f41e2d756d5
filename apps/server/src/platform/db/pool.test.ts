import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { held, lockWaits } from '../../testing/held.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDb, type Db, type Tx } from './pool.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await db.query(sql`create table thing (id integer primary key)`);
});
beforeEach(() => db.query(sql`truncate thing`));
afterAll(() => database.close());

async function things(from: Tx = db): Promise<number[]> {
  const { rows } = await from.query<{ id: number }>(sql`select id from thing order by id`);
  return rows.map(({ id }) => id);
}

async function backend(from: Tx): Promise<number> {
  const { rows } = await from.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]?.pid ?? expect.fail();
}

describe('query', () => {
  it('sends values apart from the text, and counts rows', async () => {
    const text = `'; drop table thing; --`;
    const { rows } = await db.query<{ text: string }>(sql`select ${text} as text`);
    expect(rows).toEqual([{ text }]);
    expect((await db.query(sql`insert into thing values (1), (2)`)).rowCount).toBe(2);
    expect((await db.query({ name: 'one', text: 'select id from thing where id = $1', values: [2] })).rowCount).toBe(1);
  });

  it('keeps its connection after the error of a statement', async () => {
    const single = createDb({ connection: database.url, log, size: 1 });
    const before = await backend(single);
    await expect(single.query(sql`select 1 / 0`)).rejects.toThrow('division by zero');
    expect(await backend(single)).toBe(before);
    await single.close();
  });

  it('works in UTC, and ends a statement that takes too long', async () => {
    const hasty = createDb({ connection: database.url, log, size: 1, statementTimeout: 50 });
    expect((await hasty.query(sql`select current_setting('TimeZone') as zone`)).rows).toEqual([{ zone: 'UTC' }]);
    await expect(hasty.query(sql`select pg_sleep(30)`)).rejects.toThrow('statement timeout');
    await hasty.close();
    expect((await db.query(sql`show statement_timeout`)).rows).toEqual([{ statement_timeout: '30s' }]);
  });
});

describe('cancel', () => {
  it('ends the running statement, begins no other, and leaves the connection to the next one', async () => {
    const lock = held(db, (tx) => tx.query(sql`lock table thing in access exclusive mode`));
    await lock.isReady;
    const begun: number[] = [];
    const single = createDb({ connection: database.url, log, size: 1, onQuery: (ms) => begun.push(ms) });
    const before = await backend(single);
    const cancel = new AbortController();
    const alone = single.query(sql`select from thing`, cancel.signal);
    const inQueue = single.read('begin read only', (tx) => things(tx), cancel.signal);
    const [first, second] = [alone, inQueue].map((asked) => expect(asked).rejects.toThrow('left'));
    await lockWaits(db, 1);
    cancel.abort(new Error('left'));
    await Promise.all([first, second]);
    await lockWaits(db, 0);
    expect(begun).toHaveLength(2);
    expect(await backend(single)).toBe(before);

    const later = new AbortController();
    const inTransaction = single.read(
      'begin read only',
      async (tx) => {
        await tx.query(sql`select 1`);
        return things(tx);
      },
      later.signal,
    );
    const third = expect(inTransaction).rejects.toThrow('left');
    await lockWaits(db, 1);
    later.abort(new Error('left'));
    await third;
    expect(
      (await single.query(sql`select pg_backend_pid() as pid, now() = statement_timestamp() as fresh`)).rows,
    ).toEqual([{ pid: before, fresh: true }]);
    await single.close();
    await lock.end();
  });
});

describe.each([
  ['tx', false],
  ['tx of a pipelined connection', true],
])('%s', (_, pipeline) => {
  let single: Db;
  beforeEach(() => {
    single = createDb({ connection: database.url, log, size: 1, pipeline });
    return () => single.close();
  });

  it('commits what it resolves with', async () => {
    const result = await single.tx(async (tx) => {
      await tx.query(sql`insert into thing values (1)`);
      expect(await things()).toEqual([]);
      return things(tx);
    });
    expect(result).toEqual([1]);
    expect(await things()).toEqual([1]);
  });

  it('commits together what may run together, and what comes last', async () => {
    const result = await single.tx(async (tx) => {
      tx.withCommit(() => tx.query(sql`insert into thing values (3)`));
      const both = await tx.together(
        () => tx.query(sql`insert into thing values (1)`),
        () => things(tx),
      );
      await tx.query(sql`insert into thing values (2)`);
      expect(await things(tx)).toEqual([1, 2]);
      return both;
    });
    expect(result).toEqual([expect.objectContaining({ rowCount: 1 }), [1]]);
    expect(await things()).toEqual([1, 2, 3]);
  });

  it('rolls back when it throws, and when a statement fails', async () => {
    const thrown = single.tx(async (tx) => {
      await tx.query(sql`insert into thing values (1)`);
      throw new Error('no');
    });
    await expect(thrown).rejects.toThrow('no');
    const failed = single.tx(async (tx) => {
      await tx.query(sql`insert into thing values (1)`);
      await tx.query(sql`insert into thing values (1)`);
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(await things(single)).toEqual([]);
  });

  it('rolls back when what comes last fails, and goes on with the next transaction', async () => {
    const failed = single.tx(async (tx) => {
      tx.withCommit(() => tx.query(sql`insert into thing values (1)`));
      tx.withCommit(() => tx.query(sql`insert into thing values (1)`));
      tx.withCommit(() => tx.query(sql`insert into thing values (2)`));
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    await single.tx((tx) => tx.query(sql`insert into thing values (3)`));
    expect(await things(single)).toEqual([3]);
  });

  it('does not roll back before all that runs together has ended', async () => {
    const failed = single.tx((tx) =>
      tx.together(
        async () => {
          await tx.query(sql`insert into thing values (1)`);
          // Not outside of the transaction.
          await tx.query(sql`insert into thing values (2)`);
        },
        () => tx.query(sql`select 1 / 0`),
      ),
    );
    await expect(failed).rejects.toThrow(pipeline ? 'aborted' : 'division by zero');
    expect(await things(single)).toEqual([]);
  });

  it('does not resolve when a swallowed error made the commit a rollback', async () => {
    const swallowing = single.tx(async (tx) => {
      await tx.query(sql`insert into thing values (1)`);
      await tx.query(sql`select 1 / 0`).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await things()).toEqual([]);
  });

  it('fails alone when its connection breaks', async () => {
    const broken = single.tx(async (tx) => {
      tx.withCommit(() => tx.query(sql`insert into thing values (2)`));
      const pid = await backend(tx);
      await db.query(sql`select pg_terminate_backend(${pid}, 5000)`);
      await tx.together(
        () => tx.query(sql`insert into thing values (1)`),
        () => things(tx),
      );
    });
    await expect(broken).rejects.toThrow();
    expect(await things(single)).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  it('fails its transaction alone; the next one gets a new connection', async () => {
    const single = createDb({ connection: database.url, log, size: 1 });
    const broken = single.tx(async (tx) => {
      await tx.query(sql`insert into thing values (1)`);
      const pid = await backend(tx);
      await db.query(sql`select pg_terminate_backend(${pid}, 5000)`);
      await tx.query(sql`insert into thing values (2)`);
    });
    await expect(broken).rejects.toThrow();
    expect(await things(single)).toEqual([]);
    await single.close();
  });

  it('may break in the same moment in which it is made', async () => {
    // The bytes of a server that accepts a connection and closes it at once; they arrive in one piece.
    const message = (type: string, body: Buffer): Buffer => {
      const head = Buffer.alloc(5);
      head.write(type);
      head.writeInt32BE(body.length + 4, 1);
      return Buffer.concat([head, body]);
    };
    const error = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
    const answer = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', error)];
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat(answer)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const broken = createDb({ connection: `postgresql://nobody@127.0.0.1:${port}/none`, log });
    await expect(broken.query(sql`select`)).rejects.toThrow();
    await expect(broken.tx((tx) => tx.query(sql`select`))).rejects.toThrow();
    await broken.close();
    server.close();
  });

  it('is replaced when it breaks while it is idle', async () => {
    const lost: unknown[] = [];
    const warn = (message: unknown) => lost.push(message);
    const single = createDb({ connection: database.url, log: { warn }, size: 1 });
    const pid = await backend(single);
    await db.query(sql`select pg_terminate_backend(${pid}, 5000)`);
    await expect.poll(() => lost).toEqual([expect.stringContaining('database connection lost')]);
    expect(await backend(single)).not.toBe(pid);
    await single.close();
  });
});
