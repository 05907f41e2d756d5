import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerSenders, type Sender, sendUntilStopped, storedFrames } from '../testing/crash-run.ts';
import {
  aDataDir,
  finish,
  roleProcesses,
  runProgram,
  type ServerProcess,
  startServer,
  throwing,
} from '../testing/server-process.ts';

const SLOW = { timeout: 60_000, interval: 100 };
const PATIENCE_MS = 180_000;
const ROLES = ['devices', 'web', 'work'];

let dir: ReturnType<typeof aDataDir>;
let server: ServerProcess;
const args = (...more: string[]) => [
  ...['start', '--data', dir.path, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'],
  ...more,
];

beforeEach(() => {
  dir = aDataDir();
  return async () => dir.remove();
});
afterEach(() => server.stop());

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The new process of a role, not the previous one. */
const nextProcess = async (role: string, before: number | undefined): Promise<number> => {
  const now = () => roleProcesses(server).get(role);
  await expect.poll(() => now() !== undefined && now() !== before, SLOW).toBe(true);
  return now() ?? 0;
};

const end = (role: string, signal: NodeJS.Signals): number => {
  const pid = roleProcesses(server).get(role) ?? 0;
  process.kill(pid, signal);
  return pid;
};

describe('a role that is killed', () => {
  it('comes back, on the same port, and has lost no acknowledged frame', async () => {
    server = await startServer(args());
    expect([...roleProcesses(server).keys()].toSorted()).toEqual(ROLES);
    const login = await registerSenders(dir.path);
    const senders: Sender[] = [];
    let step = 0;
    const send = async (): Promise<Sender> => {
      const sender = await sendUntilStopped(server.mqttUrl, login, () => step++);
      senders.push(sender);
      await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(200);
      return sender;
    };
    for (let i = 0; i < 2; i++) {
      await send();
      const killed = end('devices', 'SIGKILL');
      await nextProcess('devices', killed);
      // Meanwhile pages are answered.
      expect((await fetch(`${server.url}/api/v1/health/live`)).status).toBe(200);
      await expect
        .poll(async () => (await send().catch(() => null)) !== null, { ...SLOW, message: 'devices come back' })
        .toBe(true);
    }
    // Senders do not notice the other roles.
    const last = senders.at(-1);
    for (const role of ['web', 'work']) {
      const before = last?.acknowledged.size ?? 0;
      await nextProcess(role, end(role, 'SIGKILL'));
      await expect.poll(() => last?.acknowledged.size, SLOW).toBeGreaterThan(before + 100);
    }
    await expect
      .poll(() => fetch(`${server.url}/api/v1/health/ready`).then((answer) => answer.status, String), SLOW)
      .toBe(200);
    for (const sender of senders) await sender.stop();
    const stored = await storedFrames(dir.path);
    const acknowledged = senders.flatMap((sender) => [...sender.acknowledged]);
    expect(acknowledged.filter(([key, value]) => stored.get(key)?.value !== value)).toEqual([]);
    expect(acknowledged.filter(([key]) => stored.get(key)?.count !== 1)).toEqual([]);
    expect(server.output().match(/role exited; restarting/g)).toHaveLength(4);
  }, 300_000);
});

it(
  'writes down an unhandled error of a role; the role ends, and comes back',
  async () => {
    server = await startServer(args(), { nodeOptions: throwing('promise') });
    await nextProcess('work', end('work', 'SIGUSR2'));
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('unhandled error'));
    await expect.poll(lines, SLOW).toHaveLength(1);
    const { role, origin, err } = JSON.parse(lines()[0] ?? '{}');
    expect({ role, origin, message: err?.message }).toEqual({
      role: 'work',
      origin: 'unhandledRejection',
      message: 'wrecked',
    });
    expect(server.child.exitCode).toBeNull();
  },
  PATIENCE_MS,
);

it(
  'writes down what a role was at when it ended',
  async () => {
    server = await startServer(args(), { nodeOptions: throwing('promise') });
    const sender = await sendUntilStopped(server.mqttUrl, await registerSenders(dir.path), () => 0);
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(0);
    await nextProcess('devices', end('devices', 'SIGUSR2'));
    await sender.stop();
    const line = () =>
      server
        .output()
        .split('\n')
        .find((each) => each.includes('unhandled error'));
    await expect.poll(line, SLOW).toBeDefined();
    expect(JSON.parse(line() ?? '{}').handling).toEqual({
      lastMessage: { topic: expect.stringMatching(/^airdeck\/v1\/.+\/readings$/), bytes: expect.any(Number) },
    });
  },
  PATIENCE_MS,
);

it(
  'ends roles in order, also when every process gets the signal, as from a terminal',
  async () => {
    server = await startServer(args('--log-level', 'info'));
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) for (const role of ROLES) end(role, signal);
    expect([...roleProcesses(server).keys()].toSorted()).toEqual(ROLES);
    for (const role of ROLES) end(role, 'SIGINT');
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    const ended = [...server.output().matchAll(/"role":"(\w+)","how":"([^"]+)","msg":"role stopped as/g)];
    expect(ended.map(([, role, how]) => [role, how])).toEqual([
      ['web', 'exit code 0'],
      ['devices', 'exit code 0'],
      ['work', 'exit code 0'],
    ]);
  },
  PATIENCE_MS,
);

it(
  'leaves no role behind when the supervisor is killed, and starts again',
  async () => {
    server = await startServer(args());
    const roles = [...roleProcesses(server).values()];
    expect(roles.filter(isAlive)).toHaveLength(3);
    await server.kill();
    await expect.poll(() => roles.filter(isAlive), SLOW).toEqual([]);
    server = await startServer(args());
    expect((await fetch(`${server.url}/api/v1/health/ready`)).status).toBe(200);
  },
  PATIENCE_MS,
);

it(
  'ends with the reason of a role that cannot start, and leaves nothing behind',
  async () => {
    // The key file is a folder, so pages cannot be served.
    mkdirSync(join(dir.path, 'token.key'), { recursive: true });
    const { code, output } = await finish(runProgram('main', args()));
    expect(code).toBe(1);
    expect(output).toMatch(/The role web failed to start: .*EISDIR/);
    expect(output).not.toContain('    at ');
  },
  PATIENCE_MS,
);
