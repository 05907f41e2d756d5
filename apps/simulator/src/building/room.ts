import { createLocalClock, type LocalTime } from './local-clock.ts';
import { createOutdoor, type OutdoorAir, type Particles } from './outdoor.ts';
import type { RoomProfile } from './profile.ts';
import type { PurifierState, PurifierUnit } from './purifier.ts';
import { seedOf } from './random.ts';
import { type ShareTables, shareTables } from './timetable.ts';

/** Properties that all rooms of a site share. */
export interface Environment {
  readonly seed: number;
  readonly clock: (time: number) => Readonly<LocalTime>;
  readonly outdoor: (time: number) => Readonly<OutdoorAir>;
}

export interface RoomDefinition {
  readonly profile: RoomProfile;
  readonly volume_m3: number;
  /** Number of people at a timetable value of 1. */
  readonly people: number;
  readonly purifiers: readonly PurifierUnit[];
}

/** A room ready for simulation; immutable. */
export interface Room extends RoomDefinition {
  readonly seed: number;
  readonly environment: Environment;
  readonly shares: ShareTables;
}

/** The air of a room at one time. Plain data, so it can be saved as JSON and continued from there. */
export interface RoomState extends Particles {
  /** epoch ms */
  time: number;
  people: number;
  /** ppm */
  co2: number;
  /** mg/m³ */
  hcho: number;
  /** °C */
  temperature: number;
  /** g/kg */
  moisture: number;
  purifiers: PurifierState[];
}

/** `zone`: IANA time zone of the site. */
export function createEnvironment(seed: number, zone: string): Environment {
  return { seed, clock: createLocalClock(zone), outdoor: createOutdoor(seedOf(seed, 'outdoor'), zone) };
}

/** `name` seeds the room's own randomness. */
export function createRoom(environment: Environment, name: string, definition: RoomDefinition): Room {
  return {
    ...definition,
    seed: seedOf(environment.seed, name),
    environment,
    shares: shareTables(definition.profile.timetable),
  };
}
