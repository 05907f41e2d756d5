import { meterImport } from '@airdeck/contract/device/import';
import type { ImportResult } from '@airdeck/contract/import-file';
import { print } from '../figure.ts';
import { type Api, printTimes, timed } from './api.ts';

const ROWS = 10_000;
const LOOK_EVERY_MS = 200;

const FIELDS = [
  'organization_code',
  'office_name',
  'department_name',
  'name',
  'name_en',
  'code',
  'serial',
  'interval_s',
];
const file = (interval: number): string =>
  [
    FIELDS.join(','),
    ...Array.from(
      { length: ROWS },
      (_, i) => `20000001,제1관,새싹반 1,새 측정기 ${i},New meter ${i},NEW-${i},S-${i},${interval}`,
    ),
  ].join('\r\n');

/** Durations of imports that add meters and change them all, and waiting times of others meanwhile. */
export const measureImport = async (api: Api): Promise<void> => {
  const send = (commit: 'Y' | 'N', body: string | FormData = file(60)) =>
    api.ask<ImportResult>('POST', `${meterImport.send.path}?commit=${commit}`, body);
  const looked = await timed(() => send('N'));
  let isOver = false;
  let added = 0;
  const importing = timed(async () => {
    ({ added } = await send('Y'));
  }).finally(() => {
    isOver = true;
  });
  const others: number[] = [];
  while (!isOver) {
    others.push(await timed(() => api.ask('GET', '/users/me')));
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const time = await importing;
  if (added !== ROWS) throw new Error(`${added} of ${ROWS} meters were added`);
  print({ name: 'administration-import-look', value: looked / 1_000, unit: 's' });
  print({ name: 'administration-import', value: time / 1_000, unit: 's for 10,000 meters', reach: '<= 30' });
  printTimes('administration-import-others', others, 500);

  const changedFile = file(30);
  let seen = '';
  const preview = await timed(async () => {
    ({ seen } = await send('N', changedFile));
  });
  const form = new FormData();
  form.set('file', new Blob([changedFile]), 'meters.csv');
  form.set('seen', seen);
  let changed = 0;
  const changing = await timed(async () => {
    ({ changed } = await send('Y', form));
  });
  if (changed !== ROWS) throw new Error(`${changed} of ${ROWS} meters were changed`);
  print({ name: 'administration-import-changes-preview', value: preview / 1_000, unit: 's' });
  const reach = '<= 30';
  print({ name: 'administration-import-changes', value: changing / 1_000, unit: 's for 10,000 meters', reach });
};
