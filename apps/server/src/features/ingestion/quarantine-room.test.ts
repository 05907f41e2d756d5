import { expect, it } from 'vitest';
import { createQuarantineRoom } from './quarantine-room.ts';

const room = () =>
  createQuarantineRoom({
    oldFramesPerDevice: 9,
    framesPerDevice: 3,
    framesPerOrganization: 5,
    devicesPerOrganization: 2,
  });

it('has places for so many frames of a device, devices and frames of an organization', () => {
  const { take } = room();
  const codes = ['A', 'A', 'A', 'A', 'B', 'C', 'B', 'B'];
  expect(codes.map((code) => take(1, code, 'UNREGISTERED'))).toEqual([
    ...['TAKEN', 'TAKEN', 'TAKEN', 'DEVICE', 'TAKEN', 'ORGANIZATION', 'TAKEN', 'ORGANIZATION'],
  ]);
  expect(take(2, 'A', 'UNREGISTERED')).toBe('TAKEN');
});

it('does not count registered devices among the codes that may be made up', () => {
  const { take } = room();
  expect(['A', 'B', 'C', 'D'].map((code) => take(1, code, code < 'C' ? 'UNREGISTERED' : 'FUTURE'))).toEqual([
    'TAKEN',
    'TAKEN',
    'TAKEN',
    'TAKEN',
  ]);
  expect(take(1, 'E', 'UNREGISTERED')).toBe('ORGANIZATION');
});

it('gives places back when a device has nothing waiting any more, and after a count', async () => {
  const { take, forget, recount, knows } = room();
  for (const code of ['A', 'A', 'A', 'B', 'B']) take(1, code, 'UNREGISTERED');
  forget(1, 'A');
  expect(take(1, 'C', 'UNREGISTERED')).toBe('TAKEN');
  await recount(async () => [{ organization_id: 1, device_code: 'B', count: 1, unregistered: true }]);
  expect([knows(1, 'A'), knows(1, 'B')]).toEqual([false, true]);
  expect(['B', 'B', 'B'].map((code) => take(1, code, 'UNREGISTERED'))).toEqual(['TAKEN', 'TAKEN', 'DEVICE']);
});

it('keeps what is taken while it counts', async () => {
  const { take, recount } = room();
  await recount(async () => {
    take(1, 'A', 'UNREGISTERED');
    take(1, 'B', 'UNREGISTERED');
    return [];
  });
  expect(take(1, 'C', 'UNREGISTERED')).toBe('ORGANIZATION');
});
