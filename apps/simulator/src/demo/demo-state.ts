import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RoomState } from '../building/room.ts';

/** Rooms by the key of their meter. */
export type RoomStates = Record<string, RoomState>;

/** A period of the past that is not acknowledged yet, with the rooms at its beginning. */
export interface Job {
  readonly to: number;
  readonly states: RoomStates;
}

/** Saved state, from which a later start continues without gaps and repetitions. */
export interface DemoState {
  readonly version: typeof DEMO_STATE_VERSION;
  readonly seed: number;
  /** Start times of the demo, ascending. */
  readonly starts: readonly number[];
  readonly jobs: readonly Job[];
  /** The rooms at the time of the last acknowledged live frame. */
  readonly live: RoomStates;
}

/** Changes whenever the same seed would give different frames. */
export const DEMO_STATE_VERSION = 1;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isMissing = (error: unknown): boolean => isObject(error) && error.code === 'ENOENT';

function isUsable(value: unknown, seed: number, keys: readonly string[]): value is DemoState {
  if (!isObject(value) || value.version !== DEMO_STATE_VERSION || value.seed !== seed) return false;
  const { live, jobs, starts } = value;
  if (!isObject(live) || !Array.isArray(jobs) || !Array.isArray(starts)) return false;
  return Object.keys(live).length === keys.length && keys.every((key) => isObject(live[key]));
}

/** The state saved at `path`; null if there is none, or none for this seed and these meters. */
export async function readDemoState(path: string, seed: number, keys: readonly string[]): Promise<DemoState | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isUsable(value, seed, keys) ? value : null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Writes a temporary file and renames it, so that an interruption leaves the old state complete. */
export async function writeDemoState(path: string, state: DemoState): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.new`;
  await writeFile(beside, JSON.stringify(state));
  await rename(beside, path);
}
