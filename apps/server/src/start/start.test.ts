import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { postLogin, printedLogin } from '../testing/server-login.ts';
import { aDataDir, finish, runProgram, type ServerProcess, startServer, throwing } from '../testing/server-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const dataDir = (): string => {
  const dir = aDataDir();
  cleanups.push(dir.remove);
  return dir.path;
};
const start = async (dir: string): Promise<ServerProcess> => {
  const server = await startServer(['start', '--data', dir, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1']);
  cleanups.push(() => server.stop());
  return server;
};

describe('npm start', () => {
  it.each(['callback', 'promise'] as const)(
    'writes down an unhandled error (%s), ends in order, and can be started again',
    async (kind) => {
      const dir = dataDir();
      const args = ['start', '--data', dir, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
      const server = await startServer(args, { nodeOptions: throwing(kind) });
      cleanups.push(() => server.stop());
      server.child.kill('SIGUSR2');
      expect(await server.ended).toBe(1);
      const line = server
        .output()
        .split('\n')
        .find((text) => text.includes('unhandled error'));
      const { level, origin, err } = JSON.parse(line ?? '{}');
      expect({ level, origin, message: err?.message }).toEqual({
        level: 60,
        origin: kind === 'callback' ? 'uncaughtException' : 'unhandledRejection',
        message: 'wrecked',
      });
      expect(err.stack).toContain('at ');
      // The engine was stopped in order: no process and no lock file remains.
      expect(existsSync(join(dir, 'postgres', 'postmaster.pid'))).toBe(false);
      await start(dir);
    },
    120_000,
  );

  it('shows the first administrator once, lets them in, and stops when asked', async () => {
    const dir = dataDir();
    const first = await start(dir);
    const login = await postLogin(first.url, printedLogin(first));
    expect(await login.json()).toMatchObject({ user: { authority: 'SUPER_ADMIN' } });
    expect(await first.stop()).toBe(0);
    const second = await start(dir);
    expect(second.output()).not.toContain('password=');
  });

  it('refuses a second server on its data directory, and says why', async () => {
    const dir = dataDir();
    await start(dir);
    const { code, output } = await finish(
      runProgram('main', ['start', '--data', dir, '--port', '0', '--mqtt-port', '0']),
    );
    expect(code).toBe(1);
    expect(output).toContain(dir);
    expect(output).not.toContain('    at ');
  });

  it.each([
    ['--port', 'the console'],
    ['--mqtt-port', 'MQTT'],
  ])(
    'says that %s is in use',
    async (option, what) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, resolve));
      cleanups.push(() => other.close());
      const address = other.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const rest = option === '--port' ? ['--mqtt-port', '0'] : ['--port', '0'];
      const { code, output } = await finish(
        runProgram('main', ['start', '--data', dataDir(), option, String(port), ...rest]),
      );
      expect(code).toBe(1);
      expect(output).toContain(`Port ${port} for ${what} is in use`);
    },
    30_000,
  );

  it.each([
    ['/dev/null/data', 'ENOTDIR'],
    [`/tmp/${'x'.repeat(300)}`, 'ENAMETOOLONG'],
  ])('says that %s can be no data directory', async (dir, reason) => {
    const { code, output } = await finish(runProgram('main', ['start', '--data', dir]));
    expect(code).toBe(1);
    expect(output).toContain('cannot be used');
    expect(output).toContain(reason);
    expect(output).not.toContain('    at ');
  });

  it('names a wrong option', async () => {
    const { code, output } = await finish(runProgram('main', ['start', '--prot', '1']));
    expect(code).toBe(2);
    expect(output).toContain('--prot');
  });
});
