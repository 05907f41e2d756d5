import { topicOf } from '@airdeck/contract/protocol/topic';
import { ROOM_PROFILES } from '../building/profiles/all.ts';
import { seedOf } from '../building/random.ts';
import { createEnvironment, createRoom, type Room } from '../building/room.ts';
import { createSensor, type Sensor } from '../building/sensor.ts';
import { METER_TROUBLES, type MeterTrouble } from './incidents.ts';
import type { DemoMeter, DemoOrganization } from './site.ts';

/** A meter of the demo with everything needed to run it. */
export interface MeterRun {
  /** `{organization code}/{device code}` */
  readonly key: string;
  readonly organization: string;
  readonly meter: DemoMeter;
  readonly room: Room;
  readonly sensors: readonly Sensor[];
  readonly troubles: readonly MeterTrouble[];
  readonly interval: number;
  /** Its frames have times ≡ phase (mod interval), ms. */
  readonly phase: number;
  topic(rest: string): string;
}

/** All meters of the sites. Their frames are spread evenly over the interval, so that values change continuously. */
export function createMeterRuns(sites: readonly DemoOrganization[], zone: string, seed: number): MeterRun[] {
  const runs = sites.flatMap(({ code: organization, offices }) => {
    const environment = createEnvironment(seedOf(seed, organization), zone);
    const meters = offices.flatMap(({ departments }) => departments.flatMap(({ meters }) => meters));
    return meters.map((meter) => {
      const { kind, volume_m3, people } = meter.room;
      const profile = ROOM_PROFILES[kind];
      const { purifiers } = meter;
      const room = createRoom(environment, meter.code, { profile, volume_m3, people, purifiers });
      return {
        key: `${organization}/${meter.code}`,
        organization,
        meter,
        room,
        sensors: meter.sensors.map(({ type, sequence }) => createSensor(room, type, sequence)),
        troubles: METER_TROUBLES.filter((trouble) => trouble.meter === meter.code),
        interval: meter.interval_s * 1000,
        topic: (rest: string) => topicOf(organization, meter.code, rest),
      };
    });
  });
  return runs.map((run, i) => ({ ...run, phase: Math.floor((i * run.interval) / runs.length / 1000) * 1000 }));
}

/** The time of the meter's first frame after `time`. */
export function nextFrameTime({ interval, phase }: MeterRun, time: number): number {
  return (Math.floor((time - phase) / interval) + 1) * interval + phase;
}

/** Whether bad reception keeps the meter silent. */
export function isSilent({ meter, room }: MeterRun, time: number): boolean {
  if (meter.silence === null) return false;
  const { every_min, for_min } = meter.silence;
  const offset = room.seed % every_min;
  return (time / 60_000 + offset) % every_min < for_min;
}
