import type { Power } from '@airdeck/domain/purifier-state';
import type { Capabilities, Json, PurifierReport } from './types.ts';

/** A device behind a relay that takes more than this runs; less is its standby. */
export const RUNNING_W = 5;

export const RELAY_CAPABILITIES: Capabilities = { POWER: ['ON', 'OFF'] };

export const powerOf = (json: Json | undefined): Power | null => (json === 'ON' || json === 'OFF' ? json : null);

/**
 * Report of a purifier or fan behind a relay. `said`: the relay in this message; `known`: in an earlier one. The power
 * that the device takes is the only proof that it runs; without it there is no `run`.
 */
export const relayReport = (
  said: Power | null,
  watts: number | null,
  known: Power | null,
): PurifierReport | undefined => {
  if (said === null && watts === null) return undefined;
  if (watts !== null && watts > RUNNING_W) {
    // A meter lags behind its relay: what it measured before the relay opened proves nothing.
    return said === 'OFF' ? { power: 'OFF' } : { power: 'ON', run: 'WORK' };
  }
  const power = said ?? known;
  if (power === null) return undefined;
  return watts === null ? { power } : { power, run: 'STOP' };
};
