import { expect, it } from 'vitest';
import { registerSenders } from '../testing/crash-run.ts';
import { unpackArchive } from '../testing/installation.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { aDataDir } from '../testing/server-process.ts';
import { killUpgrades, SLOW_MIGRATIONS } from '../testing/upgrade-run.ts';

it('has every acknowledged frame, and a version that starts, after kill -9 at random moments of twenty upgrades', async () => {
  const installations = unpackArchive();
  const dir = aDataDir();
  try {
    const later = installations.later('99.0.0', SLOW_MIGRATIONS);
    const former = installations.first;
    const dataDir = dir.path;
    const register = async () => ({
      login: await registerSenders(dataDir, (args) => former.run(['device', ...args])),
    });
    const result = await killUpgrades(20, seededRandom(), { former, later, dataDir, register });
    console.log(`${result.acknowledged} frames acknowledged; started after the kill: ${result.outcomes.join(' ')}`);
    expect(result.lost).toEqual([]);
    expect(result.wrong).toEqual([]);
    // Two backups, of which the one before the killed upgrade may be incomplete.
    expect(Math.max(0, ...result.backups)).toBeLessThanOrEqual(3);
    expect(new Set(result.outcomes)).toEqual(new Set(['former', 'later']));
  } finally {
    installations.remove();
    dir.remove();
  }
}, 1_800_000);
