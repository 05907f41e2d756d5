import type { Db } from '../platform/db/pool.ts';
import type { TestDatabase } from './test-database.ts';

const WAIT_MS = 30_000;

export const run = async (db: Db, text: string): Promise<void> => {
  await db.query({ text, values: [] });
};

const numberOf = async (db: Db, text: string): Promise<number> =>
  (await db.query<{ number: number }>({ text, values: [] })).rows[0]?.number ?? 0;

/**
 * A table whose inserts fail with an SQLSTATE a number of times and then succeed. Attempts are counted even if rolled
 * back: a sequence is not transactional.
 */
export const failing = async (db: Db, table: string, sqlState: string, times: number) => {
  await run(db, `create sequence tries_${table}`);
  await run(
    db,
    `create function fail_${table}() returns trigger language plpgsql as $$ begin
      if nextval('tries_${table}') <= ${times} then raise exception 'made to fail' using errcode = '${sqlState}'; end if;
      return null; end $$`,
  );
  await run(db, `create trigger fail before insert on ${table} for each statement execute function fail_${table}()`);
  return {
    tries: () => numberOf(db, `select case when is_called then last_value else 0 end as number from tries_${table}`),
    end: async (): Promise<void> => {
      await run(db, `drop function fail_${table} cascade`);
      await run(db, `drop sequence tries_${table}`);
    },
  };
};

/** A table that no other transaction can write until it is released. */
export const holdTable = async ({ db }: TestDatabase, table: string) => {
  let letGo = (): void => undefined;
  const wish = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const holding = db.tx(async (tx) => {
    await tx.query({ text: `lock table ${table} in access exclusive mode`, values: [] });
    held();
    await wish;
  });
  await isHeld;
  return {
    /** Resolves when a transaction waits for the table. */
    isWaitedFor: async (): Promise<void> => {
      const waits = `select count(*) as number from pg_locks where not granted and relation = '${table}'::regclass`;
      const deadline = performance.now() + WAIT_MS;
      while ((await numberOf(db, waits)) === 0) {
        if (performance.now() > deadline) throw new Error(`no transaction waits for ${table}`);
      }
    },
    letGo: async (): Promise<void> => {
      letGo();
      await holding;
    },
  };
};
