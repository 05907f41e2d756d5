import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareStored, registerSenders, type Sender, sendUntilStopped } from '../testing/crash-run.ts';
import { type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';
import { postLogin, printedLogin } from '../testing/server-login.ts';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';
import { canMount, mountDisk, type SmallDisk } from '../testing/small-disk.ts';

const MB = 2 ** 20;
const SLOW = { timeout: 120_000, interval: 100 };
const METERS = ['C-1'];
const MANY = 200;

describe.skipIf(!canMount)('a synchronous standby whose disk is full (needs the right to mount a disk)', () => {
  let disk: SmallDisk;
  let pair: PostgresPair;
  let dir: ReturnType<typeof aDataDir>;
  let server: ServerProcess;
  let sender: Sender;

  beforeAll(async () => {
    disk = mountDisk(400 * MB);
    pair = await startPostgresPair({ standbyDisk: disk.path });
    dir = aDataDir();
    const place = ['start', '--data', dir.path, '--database-url', pair.url, '--host', '127.0.0.1'];
    server = await startServer([...place, '--port', '0', '--mqtt-port', '0']);
    const login = await registerSenders(pair.url, undefined, METERS);
    let step = 0;
    sender = await sendUntilStopped(server.mqttUrl, login, () => step++, METERS);
  }, 300_000);
  afterAll(async () => {
    await sender?.stop();
    await server?.stop();
    await pair?.stop();
    dir?.remove();
    disk?.remove();
  }, 120_000);

  const problems = async (): Promise<string[]> => {
    const answer = await fetch(`${server.url}/api/v1/health/ready`);
    return ((await answer.json()) as { problems: string[] }).problems;
  };
  /** Waits until no more frames are acknowledged: a commit has waited for the standby since. */
  const expectWaiting = async (): Promise<number> => {
    await expect.poll(problems, SLOW).toContain('READINGS_NOT_STORED');
    const waiting = () =>
      pair.servers[0].run(
        `select from pg_stat_activity where wait_event = 'SyncRep' and application_name like 'airdeck devices%'`,
      );
    await expect.poll(async () => (await waiting()).length, SLOW).toBeGreaterThan(0);
    return sender.acknowledged.size;
  };
  const expectGoingOn = async (size: number): Promise<void> => {
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(size + MANY);
    await expect.poll(problems, SLOW).toEqual([]);
    expect(sender.isConnected()).toBe(true);
  };
  const fill = async (): Promise<void> => {
    const { size } = sender.acknowledged;
    await expect.poll(() => sender.acknowledged.size, SLOW).toBeGreaterThan(size + MANY);
    disk.fillUp(0);
  };

  it('stops acknowledgements, and says so to operators and people; goes on when there is room again', async () => {
    await fill();
    const size = await expectWaiting();
    const login = await postLogin(server.url, printedLogin(server));
    expect([login.status, ((await login.json()) as { code: string }).code]).toEqual([503, 'DATABASE_AWAY']);
    disk.makeRoom();
    await pair.servers[1].revive();
    await expectGoingOn(size);
  }, 300_000);

  it('goes on without the standby when an administrator takes it out, and has every acknowledged frame', async () => {
    await fill();
    const size = await expectWaiting();
    await pair.servers[0].run(`alter system set synchronous_standby_names = ''`);
    await pair.servers[0].run('select pg_reload_conf()');
    await expectGoingOn(size);
    await sender.stop();
    expect(await compareStored(pair.servers[0].url, sender.acknowledged)).toEqual({ lost: [], wrong: [] });
  }, 300_000);

  it('has everything that was acknowledged before on the standby, when it takes over after all', async () => {
    disk.makeRoom();
    await pair.follow(pair.servers[1]);
    await pair.servers[0].kill();
    await pair.promote(pair.servers[1]);
    expect(await compareStored(pair.servers[1].url, sender.acknowledged)).toEqual({ lost: [], wrong: [] });
  }, 300_000);
});
