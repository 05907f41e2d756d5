import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import {
  ALARM_ORDERS,
  ALARM_STATES,
  getAlarmCounts,
  getAlarmHistory,
  getAlarmHistoryCounts,
  getAlarms,
} from '@airdeck/contract/alarm/routes';
import { ALARM_CATEGORIES } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import type { Role } from '@airdeck/domain/role';
import { type Api, openApi, printTimes, timed } from '../administration/api.ts';
import { nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';
import type { BusyShape } from '../store/busy-server.ts';

/** A million alarms of two years: a large organization, and twenty with Korean names. */
const SHAPE: BusyShape = {
  meters: 2_000,
  gateways: 0,
  oldMeters: 0,
  oldDays: 0,
  administered: { organizations: 20, meters: 500, users: 500 },
  alarms: { past: 1_000_000, open: 4_000 },
};
/** A LOCAL_ADMIN reaches the same alarms as a LOCAL_USER. */
const ASKERS: readonly Role[] = ['SUPER_ADMIN', 'LOCAL_USER'];
const REACH_MS = 200;
/** A graph of all years; slower than a list by design. */
const GRAPH_REACH_MS = 300;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const DAY_MS = 86_400_000;

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const FIRST_DAY = dayBefore(731);
const LAST_MONTH = `startTime=${dayBefore(30)}`;

/** With many, few and no matches. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  names: [
    ...['organizationName=빛 어린이집 1', 'organizationName=BENCH', 'officeName=제3', 'departmentName=반 1'],
    ...['meterName=정기 1', 'meterName=METER 19', 'sensorName=초미세', 'sensorName=CO', 'airName=청정기 19'],
    ...['airName=nothing of the kind', 'organizationName=어린이집 7&sensorName=PM', 'meterName=정기 33&code=M001'],
  ],
  code: ['code=A00', 'code=A002', 'code=m0', 'code=P012', 'code=P999'],
  category: ALARM_CATEGORIES.map((category) => `category=${category}`),
  severity: SEVERITIES.map((severity) => `severity=${severity}`),
  state: ALARM_STATES.map((state) => `state=${state}`),
  days: [
    ...[LAST_MONTH, `startTime=${dayBefore(0)}`, `endTime=${dayBefore(700)}`, `startTime=${dayBefore(365)}`],
    ...[`startTime=${dayBefore(400)}&endTime=${dayBefore(399)}`, `startTime=${FIRST_DAY}&endTime=${dayBefore(0)}`],
  ],
  place: ['organizationId=2', 'officeId=3', 'departmentId=1', 'meterId=77', 'sensorId=777'],
  search: ['정기 1', '초미세', 'bench', '통신', 'very bad', '77', 'nothing of the kind'].map(
    (text) => `search=${text}`,
  ),
  several: [
    ...[`${LAST_MONTH}&severity=MAJOR&category=SENSOR`, `${LAST_MONTH}&search=정기 1&state=CLEARED`],
    ...['severity=CRITICAL&state=OPEN', 'severity=MINOR&category=METER', 'category=SENSOR&code=M001'],
    ...['severity=INFO&sensorName=CO2', 'state=SHELVED&organizationName=빛', `endTime=${dayBefore(720)}&severity=INFO`],
  ],
};
const SORTS = ALARM_ORDERS.flatMap((order) => [`sort=${order}`, `sort=${order},DESC`]);

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  page: ['', 'page=1', 'folded=Y'],
  deep: ['page=800', `${LAST_MONTH}&page=500`, 'severity=MINOR&page=800', 'search=정기&page=800'],
  ...FILTERS,
  sort: SORTS.map((sort) => `${LAST_MONTH}&${sort}`),
  'sort-all': SORTS,
  'sort-narrow': SORTS.map((sort) => `officeId=3&${sort}`),
};

/** Requests each of these several times; names the slowest. */
const measure = async (name: string, api: Api, path: string, queries: readonly string[], reach: number) => {
  const times: number[] = [];
  const slowest = { ms: 0, query: '' };
  const refused = new Set<string>();
  for (const query of queries) {
    const own: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const ask = () =>
        api.ask('GET', `${path}?${query}`).catch((error: Error) => {
          if (!error.message.includes('QUESTION_TOO_BIG')) throw error;
          refused.add(query);
        });
      const ms = await timed(ask);
      // The first round warms up.
      if (round > 0) own.push(ms);
    }
    const middle = own.toSorted((a, b) => a - b)[own.length >> 1] ?? 0;
    if (middle > slowest.ms) Object.assign(slowest, { ms: middle, query });
    times.push(...own);
  }
  printTimes(name, times, reach);
  print({ name: `${name}-slowest`, value: slowest.ms, unit: `ms, the median of ?${slowest.query}` });
  if (refused.size > 0) print({ name: `${name}-refused`, value: refused.size, unit: `of ${queries.length} questions` });
};

/** Response times with a million alarms: any filter and order of both lists, counts, the graph. */
export const benchAlarmList = async (): Promise<void> => {
  const began = performance.now();
  const server = startChild(join(import.meta.dirname, '../store/busy-server.ts'), [JSON.stringify(SHAPE)]);
  const { port } = await nextMessage<{ port: number }>(server);
  print({ name: 'alarm-list-prepared', value: (performance.now() - began) / 1000, unit: 's' });
  print({ name: 'alarm-list-machine', value: (loadavg()[0] ?? 0) / cpus().length, unit: 'runnable per core' });
  const parts = process.env.BENCH_PARTS?.split(',');
  for (const role of ASKERS) {
    const api = await openApi(port, role);
    const who = role.toLowerCase();
    for (const [kind, queries] of Object.entries(QUESTIONS)) {
      if (parts && !parts.includes(kind)) continue;
      await measure(`alarm-list-history-${kind}-${who}`, api, getAlarmHistory.path, queries, REACH_MS);
      await measure(`alarm-list-live-${kind}-${who}`, api, getAlarms.path, queries, REACH_MS);
    }
    await measure(`alarm-list-counts-${who}`, api, getAlarmCounts.path, [''], REACH_MS);
    const days = `startTime=${FIRST_DAY}&endTime=${dayBefore(0)}&timeZone=Asia/Seoul`;
    const graphs = ['', 'severity=MAJOR', 'category=SENSOR', 'search=초미세', 'state=CLEARED', 'state=OPEN'];
    for (const unit of ['day', 'month']) {
      const queries = graphs.map((filter) => `${days}&unit=${unit}&${filter}`);
      await measure(`alarm-list-graph-${unit}-${who}`, api, getAlarmHistoryCounts.path, queries, GRAPH_REACH_MS);
    }
  }
  await stopChild(server);
};
