import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import type { BusyShape } from '../store/busy-server.ts';
import { openApi } from './api.ts';
import { measureImport } from './import.ts';
import { measureLists } from './lists.ts';
import { measureLogins } from './logins.ts';
import { GATEWAYS, measureSaves } from './saves.ts';

/** 50,000 meters with 350,000 sensors and 50,000 purifiers: one large organization, and twenty with Korean names. */
const SHAPE: BusyShape = {
  meters: 40_000,
  gateways: GATEWAYS,
  oldMeters: 0,
  oldDays: 0,
  administered: { organizations: 20, meters: 500, users: 5_000 },
};

/** A small installation, whose import is measured on a machine that has other work. */
const SMALL: BusyShape = {
  ...SHAPE,
  meters: 100,
  gateways: 1,
  administered: { organizations: 1, meters: 500, users: 10 },
};

/** Requirements of each part; BENCH_PARTS selects some. */
const PARTS = ['lists', 'logins', 'saves', 'import'] as const;

/** Load of the machine: waiting times mean little above 1. */
const printLoad = (): void =>
  print({ name: 'administration-machine', value: (loadavg()[0] ?? 0) / cpus().length, unit: 'runnable per core' });

/** Waiting times of administrators with 50,000 meters: lists, saves under load, an import, logins. */
export const benchAdministration = (): Promise<void> => bench(SHAPE, process.env.BENCH_PARTS?.split(',') ?? PARTS);

/** Durations of imports of 10,000 meters alone. */
export const benchImport = (): Promise<void> => bench(SMALL, ['import']);

const bench = async (shape: BusyShape, asked: readonly string[]): Promise<void> => {
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(shape)]);
  const { port, mqttPort } = await nextMessage<{ port: number; mqttPort: number }>(server);
  const api = await openApi(port);
  const measure = {
    lists: () => measureLists(api),
    logins: () => measureLogins(api, port),
    saves: () => measureSaves(api, mqttPort, shape.meters),
    import: () => measureImport(api),
  };
  for (const part of PARTS) {
    if (!asked.includes(part)) continue;
    printLoad();
    await measure[part]();
  }
  await stopChild(server);
};
