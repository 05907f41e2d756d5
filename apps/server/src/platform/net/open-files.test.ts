import { expect, it, vi } from 'vitest';
import { openFileLimit, openFilesAdvice, shareOpenFiles } from './open-files.ts';

it('knows how many files this process may open', () => {
  expect(openFileLimit()).toBeGreaterThan(100);
});

it.runIf(process.platform === 'linux')('reads the limit that Node reports, without a report', () => {
  const getReport = vi.spyOn(process.report, 'getReport');
  try {
    const limit = openFileLimit();
    expect(getReport).not.toHaveBeenCalled();
    expect(process.report.getReport()).toMatchObject({ userLimits: { open_files: { soft: limit } } });
  } finally {
    getReport.mockRestore();
  }
});

it.each([
  [256, { http: { max: 64, maxPerAddress: 16 }, mqtt: { max: 128, maxPerAddress: 64 } }],
  [1_024, { http: { max: 448, maxPerAddress: 112 }, mqtt: { max: 896, maxPerAddress: 448 } }],
  [20_000, { http: { max: 9_000, maxPerAddress: 512 }, mqtt: { max: 18_000, maxPerAddress: 9_000 } }],
])('%i files', (limit, shares) => expect(shareOpenFiles(limit)).toEqual(shares));

it('stays below the limit of files and below the room in memory', () => {
  for (const limit of [140, 512, 4_096, 65_536, 1_048_576]) {
    const { http, mqtt } = shareOpenFiles(limit);
    // Each role is a process with its own files.
    expect(Math.max(2 * http.max, mqtt.max)).toBeLessThan(limit);
    expect(Math.min(http.maxPerAddress, mqtt.maxPerAddress)).toBeGreaterThan(0);
  }
  expect(shareOpenFiles(Number.POSITIVE_INFINITY)).toEqual(shareOpenFiles(131_072));
});

it('advises only where the limit is low', () => {
  expect(openFilesAdvice(1_024)).toContain('896 devices');
  expect(openFilesAdvice(4_096)).toBeNull();
  expect(openFilesAdvice(Number.POSITIVE_INFINITY)).toBeNull();
});
