import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../platform/config/config.ts';
import type { RoleSettings } from '../processes/messages.ts';
import { createRoleProcess, type RoleProcess } from './role-process.ts';

let folder: string;
let role: RoleProcess | null = null;
let givenUp: Promise<string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-role-'));
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => role?.stop(20_000));

const settings: RoleSettings = {
  config: parseConfig('start', [], {}),
  port: 0,
  connection: '',
  supervisorId: '',
  certificate: null,
  mqttCertificate: null,
  version: '',
  migrations: '',
  consoleFolder: '',
  isDiskLow: false,
};

/** A role whose program runs this for each `message`. */
const run = (onMessage: string, delaysMs: number[]): RoleProcess => {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, `process.on('message', async (message) => { ${onMessage} });\n`);
  let giveUp: (reason: string) => void;
  givenUp = new Promise((resolve) => {
    giveUp = resolve;
  });
  const log = pino({ level: 'silent' });
  role = createRoleProcess({ role: 'work', program, log, delaysMs, onGivenUp: ({ message }) => giveUp(message) });
  return role;
};

const READY = "if (message.type === 'start') process.send({ type: 'ready', port: message.settings.port + 1 });";

it('is given up when it ends again and again', async () => {
  const ending = run(`${READY} setImmediate(() => process.exit(3));`, [0, 1, 2]);
  await ending.start(settings);
  expect(await givenUp).toBe('The role work keeps exiting: exit code 3');
  expect(ending.restarts()).toBe(3);
});

it('does not start when its first start fails, and says why', async () => {
  const failing = run(
    "process.send({ type: 'failed', reason: 'no key', mayPass: false }, () => process.exit(1));",
    [0],
  );
  await expect(failing.start(settings)).rejects.toThrow('The role work failed to start: no key');
});

const BUSY = "process.send({ type: 'failed', reason: 'no connection in time', mayPass: true }, () => process.exit(1));";

it('starts after all when the database was too busy at first', async () => {
  const slow = run(
    `if (message.type === 'stop') process.exit(0);
     const { existsSync, writeFileSync } = await import('node:fs');
     const mark = ${JSON.stringify(join(folder, 'mark'))};
     if (existsSync(mark)) { ${READY} } else { writeFileSync(mark, ''); ${BUSY} }`,
    [0, 0],
  );
  expect(await slow.start(settings)).toBe(1);
  expect(slow.restarts()).toBe(1);
});

it('does not start when the database stays too busy, and says why', async () => {
  await expect(run(BUSY, [0, 0]).start(settings)).rejects.toThrow(
    'The role work failed to start: no connection in time',
  );
});

it('gets the port of its first start again, and what became of the disk meanwhile', async () => {
  const told = "process.send({ type: 'figures', id: message.id, text: JSON.stringify(given) });";
  const asked = run(
    `if (message.type === 'start') globalThis.given = [message.settings.port, message.settings.isDiskLow];
     ${READY}
     if (message.type === 'figures') { const { given } = globalThis; ${told} }
     if (message.type === 'disk') process.exit(1);
     if (message.type === 'stop') process.exit(0);`,
    [0, 0, 0],
  );
  expect(await asked.start(settings)).toBe(1);
  expect(await asked.figures()).toBe('[0,false]');
  asked.setDiskLow(true);
  await expect.poll(() => asked.figures().catch(() => ''), { timeout: 60_000 }).toBe('[1,true]');
});

it('is killed when it does not end', async () => {
  const stubborn = run(READY, [0]);
  await stubborn.start(settings);
  await stubborn.stop(50);
  expect(stubborn.restarts()).toBe(0);
});

it('hands its clients over before it ends, and is not started again', async () => {
  const draining = run(
    `${READY} if (message.type === 'drain') {
       process.send({ type: 'draining' });
       process.send({ type: 'drained' });
     }
     if (message.type === 'health') {
       process.send({ type: 'health', id: message.id, health: { status: 'draining', problems: [] } });
     }
     if (message.type === 'stop') process.exit(0);`,
    [0],
  );
  await draining.start(settings);
  await draining.drain(60_000);
  expect(await draining.health()).toEqual({ status: 'draining', problems: [] });
  await draining.stop(20_000);
  expect(draining.restarts()).toBe(0);
});

it.each([
  ['does not', "if (message.type === 'stop') process.exit(0);", 1],
  [
    'does not come to an end',
    "if (message.type === 'drain') process.send({ type: 'draining' }); if (message.type === 'stop') process.exit(0);",
    1,
  ],
  ['ends', "if (message.type === 'drain') process.exit(1);", 60_000],
])('is waited for only so long when it %s', async (_, onMessage, patienceMs) => {
  const draining = run(`${READY} ${onMessage}`, [0]);
  await draining.start(settings);
  await draining.drain(patienceMs);
  await draining.stop(20_000);
  expect(draining.restarts()).toBe(0);
});

const TELL_MEMORY = `
  const { env, execArgv } = process;
  const reason = JSON.stringify([env.MALLOC_ARENA_MAX, env.MALLOC_TRIM_THRESHOLD_, ...execArgv.slice(-2)]);
  process.send({ type: 'failed', reason, mayPass: false }, () => process.exit(1));`;

it("gets options for a small memory, and keeps the operator's own", async () => {
  const options = '"--max-semi-space-size=12","--heap-growing-percent=30"';
  vi.stubEnv('MALLOC_ARENA_MAX', undefined);
  vi.stubEnv('MALLOC_TRIM_THRESHOLD_', undefined);
  try {
    await expect(run(TELL_MEMORY, [0]).start(settings)).rejects.toThrow(`["2","131072",${options}]`);
    await role?.stop(20_000);
    vi.stubEnv('MALLOC_ARENA_MAX', '8');
    await expect(run(TELL_MEMORY, [0]).start(settings)).rejects.toThrow(`["8","131072",${options}]`);
  } finally {
    vi.unstubAllEnvs();
  }
});
