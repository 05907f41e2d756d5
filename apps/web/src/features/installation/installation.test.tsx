// @vitest-environment jsdom
import type { BackupRun, Installation } from '@airdeck/contract/installation/schema';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../lib/session/session-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { sampleSession } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { InstallationScreen } from './installation-screen.tsx';

const GB = 1e9;
const settings = {
  ...{ backup_every_days: 1, backup_hour: 3, backups_kept: 7, drill_every_days: 0 },
  ...{ disk_days: 30, certificate_days: 21, version: 4 },
};
const run: BackupRun = {
  ...({ kind: 'BACKUP', state: 'DONE' } as const),
  ...{ id: 1, scheduled: true, reason: null, detail: null, deleted: false },
  ...{ requested_time: '2027-01-10T18:00:00.000Z', started_time: '2027-01-10T18:00:00.000Z' },
  ...{ ended_time: '2027-01-10T18:02:05.000Z', path: '/backups/airdeck-1.backup', bytes: 3 * GB },
  ...{ rows: null, meters: null },
};
const sample: Installation = {
  version: '1.0.0',
  server_time: '2027-01-11T00:00:00.000Z',
  time_zone: 'Asia/Seoul',
  problems: [],
  processes: [
    {
      role: 'web',
      version: '1.0.0',
      started_time: '2027-01-10T22:55:00.000Z',
      problems: [],
      machine: 'a',
      clock_offset_s: 0.2,
    },
  ],
  different_keys: [],
  disk: {
    ...{ free_bytes: 50 * GB, database_bytes: 9 * GB, growth_bytes: GB, days_left: 49.9 },
    measured_time: '2027-01-11T00:00:00.000Z',
  },
  tasks: [{ name: 'ROLLUP', count: 12, lag_s: 0, done_time: null }],
  clock: { devices: 2011, deviating: 3, offset_ms: 412, server_off: false },
  standbys: [],
  certificates: [],
  backups: { folder: '/backups', next_backup_time: '2027-01-11T18:00:00.000Z', next_drill_time: null, runs: [run] },
  settings,
};

const show = (change: Partial<Installation> = {}, routes: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({ 'GET /api/v1/installation': () => ({ body: { ...sample, ...change } }), ...routes });
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <InstallationScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return sent;
};
const card = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(async () => {
  await speakInTests('en');
  beginSession(sampleSession({ authority: 'SUPER_ADMIN' }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('standbys of the database, when there are or were some', async () => {
  const seen_time = '2027-01-10T23:59:00.000Z';
  show({
    standbys: [
      { name: 'seoul', gone: false, lag_s: 0.42, seen_time },
      { name: 'busan', gone: true, lag_s: 3, seen_time },
    ],
  });
  const standbys = await card('Standbys of the database');
  expect(standbys.getByRole('row', { name: 'seoul Replicating 0.4 s 01/11/2027 08:59' })).toBeTruthy();
  expect(standbys.getByRole('row', { name: 'busan Disconnected – 01/11/2027 08:59' })).toBeTruthy();
  expect(standbys.queryByRole('alert')).toBeNull();
  cleanup();
  queryClient.clear();
  show({ standbys: [{ name: 'busan', gone: true, lag_s: 3, seen_time }] });
  expect((await card('Standbys of the database')).getByText(/There is no standby/)).toBeTruthy();
});

test('a healthy installation', async () => {
  show();
  expect((await card('Health')).getByText('Everything works.')).toBeTruthy();
  expect((await card('Health')).getByText('1h 5m')).toBeTruthy();
  expect((await card('Disk')).getByText('Full in 49 days')).toBeTruthy();
  expect((await card('Clocks')).getByText('3 of 2,011 devices')).toBeTruthy();
  expect((await card('Certificates')).getByText(/not encrypted/)).toBeTruthy();
  const backups = await card('Backups and restore drills');
  expect(backups.getByText('every day at 3:00, next 01/12/2027 03:00')).toBeTruthy();
  expect(backups.getByText('2m 5s')).toBeTruthy();
});

test('an installation in trouble', async () => {
  show({
    problems: ['WORK_NOT_DONE'],
    disk: { ...sample.disk, days_left: 3.2 },
    clock: { devices: 10, deviating: 0, offset_ms: -95_000, server_off: true },
    certificates: [
      { role: 'devices', names: 'air.example.com', expires_time: '2027-01-20T00:00:00.000Z', fault: 'no key' },
    ],
    backups: {
      ...sample.backups,
      runs: [{ ...run, id: 2, kind: 'DRILL', state: 'FAILED', reason: 'DAMAGED', detail: 'checksum' }],
    },
    settings: { ...settings, backup_every_days: 0 },
  });
  expect((await card('Health')).getByText('Background work has stopped')).toBeTruthy();
  expect((await card('Disk')).getByRole('alert').textContent).toBe('Full in 3 days');
  expect((await card('Clocks')).getByRole('alert').textContent).toMatch(/^The clock of the server differs/);
  expect((await card('Certificates')).getByText('9 days left').dataset.state).toBe('FAILED');
  expect((await card('Certificates')).getByRole('alert').textContent).toContain('no key');
  const backups = await card('Backups and restore drills');
  expect(backups.getByText('The backup is damaged: make a new one')).toBeTruthy();
  expect(backups.getByText(/^No backups are scheduled/)).toBeTruthy();
});

test('machines with different keys or a wrong clock', async () => {
  const [web] = sample.processes;
  if (!web) throw new Error('no process');
  show({
    processes: [web, { ...web, machine: 'b', clock_offset_s: 600.4 }, { ...web, machine: 'b', clock_offset_s: 600.4 }],
    different_keys: ['token.key'],
  });
  expect((await card('Health')).getByText(/have different keys \(token\.key\)/)).toBeTruthy();
  expect(
    (await card('Clocks')).getAllByText(/^The clock of b differs from that of the database by 600 s/),
  ).toHaveLength(1);
});

test('a backup is started, and its button waits for the end', async () => {
  const runs: object[] = [];
  const sent = show(
    {},
    {
      'GET /api/v1/installation': () => ({ body: { ...sample, backups: { ...sample.backups, runs } } }),
      'POST /api/v1/installation/runs': () => {
        runs.push({ ...run, state: 'RUNNING', ended_time: null });
        return { body: runs[0] ?? {} };
      },
    },
  );
  const backups = await card('Backups and restore drills');
  const button = backups.getByRole<HTMLButtonElement>('button', { name: 'Back up now' });
  fireEvent.click(button);
  expect(await backups.findByText('Running')).toBeTruthy();
  expect(button.disabled).toBe(true);
  expect(sent.find(({ url }) => url.endsWith('/installation/runs'))?.body).toEqual({ kind: 'BACKUP' });
});

test('settings are saved after a question that lists the changes', async () => {
  const sent = show({}, { 'PUT /api/v1/installation/settings': () => ({ body: { ...settings, version: 5 } }) });
  fireEvent.click((await card('Backups and restore drills')).getByRole('button', { name: 'Settings' }));
  const field = screen.getByRole('textbox', { name: /^Restore drill every/ });
  fireEvent.change(field, { target: { value: '91' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(field, { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const { version, ...fields } = settings;
  await waitFor(() =>
    expect(sent.find(({ url }) => url.endsWith('/installation/settings'))?.body).toEqual({
      ...{ ...fields, drill_every_days: 7 },
      version,
    }),
  );
});
