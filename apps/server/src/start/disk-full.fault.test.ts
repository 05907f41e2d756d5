import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerSenders, type Sender, sendUntilStopped, storedFrames } from '../testing/crash-run.ts';
import { logIn, renewPrintedLogin } from '../testing/server-login.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { canMount, mountDisk, type SmallDisk } from '../testing/small-disk.ts';

const MB = 2 ** 20;
const DISK = 260 * MB;
const SLOW = { timeout: 60_000 };

describe.skipIf(!canMount)('a full disk', () => {
  let disk: SmallDisk;
  let dataDir: string;
  let ballast: string;
  const acknowledged = new Map<string, number>();
  let server: ServerProcess;
  let login: { username: string; password: string };
  let admin: Awaited<ReturnType<typeof renewPrintedLogin>>;
  let step = 0;

  const servers: ServerProcess[] = [];
  const startOn = async (folder: string): Promise<void> => {
    server = await startServer(['start', '--data', folder, '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1']);
    servers.push(server);
  };
  const start = (): Promise<void> => startOn(dataDir);
  const health = async (): Promise<string> => {
    const answer = await fetch(`${server.url}/api/v1/health`);
    const { problems } = (await answer.json()) as { problems: string[] };
    return [answer.status, ...problems].join(' ');
  };
  const logInAndRead = async (): Promise<number> => {
    const { access_token } = await logIn(server, admin);
    const headers = { authorization: `Bearer ${access_token}` };
    return (await fetch(`${server.url}/api/v1/rejections`, { headers })).status;
  };
  const send = (): Promise<Sender> => sendUntilStopped(server.mqttUrl, login, () => step++);
  const end = async (sender: Sender): Promise<void> => {
    await sender.stop();
    for (const [key, value] of sender.acknowledged) acknowledged.set(key, value);
  };
  const expectNothingLost = async (): Promise<void> => {
    const stored = await storedFrames(dataDir);
    expect([...acknowledged.keys()].filter((key) => !stored.has(key))).toEqual([]);
  };

  beforeAll(async () => {
    disk = mountDisk(DISK);
    dataDir = join(disk.path, 'data');
    ballast = join(dataDir, 'ballast');
    await start();
    admin = await renewPrintedLogin(server);
    login = await registerSenders(dataDir);
  });
  afterAll(async () => {
    // Also one that began where it should have refused.
    for (const each of servers) await each.stop();
    disk.remove();
  });

  it('stops what devices send and says so, while people log in and read; goes on by itself', async () => {
    await expect.poll(() => existsSync(ballast), SLOW).toBe(true);
    const sender = await send();
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(100);
    disk.fillUp(40 * MB);
    await expect.poll(health, SLOW).toMatch(/^503 DISK_FULL/);
    await expect.poll(() => server.output(), SLOW).toContain('readings could not be stored');
    const { size } = sender.acknowledged;
    expect(await logInAndRead()).toBe(200);
    expect(sender.acknowledged.size).toBe(size);
    disk.makeRoom();
    await expect.poll(health, SLOW).toBe('200');
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(size);
    await end(sender);
  });

  it('gives the ballast up when another program takes the rest, and makes a new one', async () => {
    const sender = await send();
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(100);
    disk.fillUp(0);
    await expect.poll(() => existsSync(ballast), SLOW).toBe(false);
    expect(await logInAndRead()).toBe(200);
    expect(await health()).toMatch(/^503 DISK_FULL/);
    disk.makeRoom();
    await expect.poll(health, SLOW).toBe('200');
    await expect.poll(() => existsSync(ballast), SLOW).toBe(true);
    await end(sender);
    expect(server.child.exitCode).toBeNull();
    await expectNothingLost();
  });

  it('recovers on a full disk with the room of the ballast', async () => {
    const sender = await send();
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(100);
    await server.kill();
    await end(sender);
    disk.fillUp(0);
    await start();
    expect(await health()).toMatch(/^503 DISK_FULL/);
    expect(await logInAndRead()).toBe(200);
    await server.kill();
  });

  it('says what to do when it cannot even begin, and has lost nothing in all that', async () => {
    disk.fillUp(0);
    await expect(startOn(join(disk.path, 'another'))).rejects.toThrow('is full. Free at least');
    disk.makeRoom();
    await start();
    expect(await health()).toBe('200');
    await expectNothingLost();
  });
});
