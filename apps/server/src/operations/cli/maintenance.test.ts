import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDataDir, finish, runProgram, startServer } from '../../testing/server-process.ts';
import { MaintenanceArgumentError, parseMaintenanceArguments } from './maintenance-arguments.ts';

describe('parseMaintenanceArguments', () => {
  const url = 'postgres://db/air';

  it.each([
    [['backup', 'a.backup'], { kind: 'backup', file: 'a.backup' }],
    [['restore', '--data', 'x', 'a.backup'], { kind: 'restore', file: 'a.backup' }],
    [['check'], { kind: 'check', isAll: false }],
    [['check', '--all'], { kind: 'check', isAll: true }],
    [['reseal'], { kind: 'reseal', keys: [] }],
    [['backup', '--help'], { kind: 'help' }],
  ])('reads %j', (argv, command) => {
    expect(parseMaintenanceArguments(argv, {}).command).toEqual(command);
  });

  it.each([
    [['backup'], 'Which file? npm run backup -- FILE'],
    [['restore', ''], 'Which file?'],
    [['backup', 'a', 'b'], "'b' is too much"],
    [['check', 'a'], "'a' is too much"],
    [['backup', 'a', '--all'], '--all is for check only'],
    [['reseal', 'a'], "'a' is too much"],
    [['reseal', '--all'], '--all is for check only'],
    [['restore', 'a', '--force'], '--force'],
    [['remove'], "'remove' is no command"],
    [['check', '--data', 'x', '--database-url', url], 'name two databases'],
    [['check', '--database-read-url', url], 'for check on an outside database only'],
    [['backup', 'a', '--database-url', url, '--database-read-url', url], 'for check on an outside database only'],
    [['check', '--database-url', url, '--database-read-url', 'mysql://a'], '--database-read-url needs a URL'],
  ])('refuses %j', (argv, words) => {
    expect(() => parseMaintenanceArguments(argv, {})).toThrow(MaintenanceArgumentError);
    expect(() => parseMaintenanceArguments(argv, {})).toThrow(words);
  });

  it('reads the keys of the environment', () => {
    const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const text = keys.map((key) => Buffer.from(key).toString('base64')).join();
    expect(parseMaintenanceArguments(['reseal'], { AIRDECK_LOCAL_SERVER_KEY: text }).command).toEqual({
      kind: 'reseal',
      keys,
    });
    expect(() => parseMaintenanceArguments(['reseal'], { AIRDECK_LOCAL_SERVER_KEY: 'short' })).toThrow(
      'AIRDECK_LOCAL_SERVER_KEY needs a key of 32 bytes in base64',
    );
  });

  it.each([
    [['check'], { DATABASE_URL: url }, { databaseUrl: url, isUrlPassedOver: false }],
    [['check'], { DATABASE_URL: url, DATABASE_READ_URL: 'postgres://b/air' }, { readUrl: 'postgres://b/air' }],
    [['check'], { DATABASE_READ_URL: 'postgres://b/air' }, { readUrl: undefined }],
    [['check', '--data', 'x'], { DATABASE_URL: url }, { dataDir: 'x', databaseUrl: undefined, isUrlPassedOver: true }],
  ])('finds the database: %j %j', (argv, env, place) => {
    expect(parseMaintenanceArguments(argv, env)).toMatchObject(place);
  });
});

describe('the commands', () => {
  const ports = ['--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  const first = aDataDir();
  const second = aDataDir();
  const file = join(first.path, 'air.backup');
  const run = (...args: string[]) => finish(runProgram('maintenance', args));
  /** Logs in; returns the status. */
  const login = async (url: string, password: string | undefined): Promise<number> => {
    const response = await fetch(`${url}/api/v1/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: '00000000', id: 'admin', password }),
    });
    return response.status;
  };
  let password: string | undefined;
  let backedUp: Awaited<ReturnType<typeof run>>;
  /** With the server's key, without one, and with another one. */
  const resealed: Awaited<ReturnType<typeof run>>[] = [];

  beforeAll(async () => {
    const server = await startServer(['start', '--data', first.path, ...ports]);
    password = /password=(\S+)/.exec(server.output())?.[1];
    backedUp = await run('backup', file, '--data', first.path);
    const key = join(first.path, 'local-server.key');
    const reseal = async () => resealed.push(await run('reseal', '--data', first.path));
    await reseal();
    renameSync(key, `${key}.old`);
    await reseal();
    writeFileSync(key, new Uint8Array(32).fill(1));
    await reseal();
    await server.stop();
  }, 180_000);
  afterAll(() => {
    first.remove();
    second.remove();
  });

  it('take a backup of a running server, from which another one starts', async () => {
    expect(backedUp).toMatchObject({ code: 0, output: expect.stringContaining('holds the whole database') });
    expect(await run('restore', file, '--data', second.path)).toMatchObject({
      code: 0,
      output: expect.stringContaining('all users log in again'),
    });
    expect(readdirSync(second.path)).not.toContain('token.key');
    expect(await run('check', '--data', second.path)).toMatchObject({
      code: 0,
      output: expect.stringContaining('All is as it should be.'),
    });
    const server = await startServer(['start', '--data', second.path, ...ports]);
    expect(await login(server.url, password)).toBe(200);
    expect(await run('restore', file, '--data', second.path)).toMatchObject({
      code: 1,
      output: expect.stringContaining('The database is not empty'),
    });
    await server.stop();
  }, 180_000);

  it('encrypt secrets again only with the key that the running server uses', () => {
    expect(resealed).toEqual([
      { code: 0, output: expect.stringContaining('All secrets are encrypted with the key in use.') },
      { code: 1, output: expect.stringContaining(`${first.path} holds no local-server.key`) },
      { code: 1, output: expect.stringContaining('older version: devices, web, work. Restart them') },
    ]);
  });

  it('say what is wrong in words, and make no database for a file that is none', async () => {
    const nothing = join(first.path, 'nothing');
    const bad = join(first.path, 'bad.backup');
    writeFileSync(bad, 'something else entirely');
    expect(await run('restore', bad, '--data', nothing)).toEqual({ code: 1, output: `${bad} is no backup.\n` });
    expect(existsSync(nothing)).toBe(false);
    expect(await run('backup', file, '--data', nothing)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${nothing} holds no database`),
    });
    expect(await run('backup')).toEqual({ code: 2, output: 'Which file? npm run backup -- FILE\n' });
  });
});
