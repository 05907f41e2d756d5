import type { Waiting } from './intake.ts';
import type { WaitingCount } from './quarantine-queries.ts';

/** Limits of the quarantine. */
export interface QuarantineLimits {
  /** A week of minutes and some more. */
  framesPerDevice: number;
  /** A year of minutes: an old backlog that waits for an administrator. */
  oldFramesPerDevice: number;
  framesPerOrganization: number;
  /** Unregistered codes of an organization. */
  devicesPerOrganization: number;
}

export const QUARANTINE_LIMITS: QuarantineLimits = {
  framesPerDevice: 12_000,
  oldFramesPerDevice: 530_000,
  framesPerOrganization: 1_000_000,
  devicesPerOrganization: 500,
};

interface Room {
  frames: number;
  framesOf: Map<string, number>;
  unregistered: Set<string>;
}

export interface QuarantineRoom {
  /** Reserves room for a frame; or returns whose room is full. */
  take(organizationId: number, deviceCode: string, reason: Waiting['reason']): 'TAKEN' | 'DEVICE' | 'ORGANIZATION';
  /** Whether a code is one of the unregistered ones that are known here. */
  knows(organizationId: number, deviceCode: string): boolean;
  /** A device has no frames waiting any more. */
  forget(organizationId: number, deviceCode: string): void;
  unregistered(): { organizationId: number; deviceCode: string }[];
  /**
   * The counts found by `count` replace the counts here. Room reserved meanwhile stays reserved: a frame may be counted
   * twice until the next time, but is never missed.
   */
  recount(count: () => Promise<WaitingCount[]>): Promise<void>;
}

/** Counts what waits, so that no organization takes the place of another, nor a device all of its organization's. */
export const createQuarantineRoom = (limits: QuarantineLimits = QUARANTINE_LIMITS): QuarantineRoom => {
  const rooms = new Map<number, Room>();
  /** Frames taken since a count began. */
  let meanwhile: { organizationId: number; deviceCode: string; isUnregistered: boolean }[] | null = null;

  const roomOf = (organizationId: number): Room => {
    const room = rooms.get(organizationId) ?? { frames: 0, framesOf: new Map(), unregistered: new Set() };
    rooms.set(organizationId, room);
    return room;
  };

  const add = (organizationId: number, deviceCode: string, frames: number, isUnregistered: boolean): void => {
    const room = roomOf(organizationId);
    room.framesOf.set(deviceCode, (room.framesOf.get(deviceCode) ?? 0) + frames);
    room.frames += frames;
    if (isUnregistered) room.unregistered.add(deviceCode);
  };

  return {
    take(organizationId, deviceCode, reason) {
      const isUnregistered = reason === 'UNREGISTERED';
      const room = roomOf(organizationId);
      const frames = room.framesOf.get(deviceCode) ?? 0;
      if (frames >= (reason === 'OLD' ? limits.oldFramesPerDevice : limits.framesPerDevice)) return 'DEVICE';
      const isNew = isUnregistered && !room.unregistered.has(deviceCode);
      if (isNew && room.unregistered.size >= limits.devicesPerOrganization) return 'ORGANIZATION';
      if (room.frames >= limits.framesPerOrganization) return 'ORGANIZATION';
      add(organizationId, deviceCode, 1, isUnregistered);
      meanwhile?.push({ organizationId, deviceCode, isUnregistered });
      return 'TAKEN';
    },
    knows: (organizationId, deviceCode) => rooms.get(organizationId)?.unregistered.has(deviceCode) ?? false,
    forget(organizationId, deviceCode) {
      const room = roomOf(organizationId);
      room.frames -= room.framesOf.get(deviceCode) ?? 0;
      room.framesOf.delete(deviceCode);
      room.unregistered.delete(deviceCode);
    },
    unregistered: () =>
      [...rooms].flatMap(([organizationId, room]) =>
        [...room.unregistered].map((deviceCode) => ({ organizationId, deviceCode })),
      ),
    async recount(count) {
      meanwhile = [];
      try {
        const counts = await count();
        rooms.clear();
        for (const row of counts) add(row.organization_id, row.device_code, row.count, row.unregistered);
        for (const taken of meanwhile) add(taken.organizationId, taken.deviceCode, 1, taken.isUnregistered);
      } finally {
        meanwhile = null;
      }
    },
  };
};
