import type { WaitingCount } from './quarantine-queries.ts';

/** How much of what cannot be stored yet is kept. */
export interface QuarantineLimits {
  /** A week of minutes and some more. */
  framesPerDevice: number;
  framesPerOrganization: number;
  /** Codes of an organization that nobody registered. */
  devicesPerOrganization: number;
}

export const QUARANTINE_LIMITS: QuarantineLimits = {
  framesPerDevice: 12_000,
  framesPerOrganization: 1_000_000,
  devicesPerOrganization: 500,
};

interface Room {
  frames: number;
  framesOf: Map<string, number>;
  unregistered: Set<string>;
}

export interface QuarantineRoom {
  /** Takes a place for a frame; or says whose places are all taken. */
  take(organizationId: number, deviceCode: string, isUnregistered: boolean): 'TAKEN' | 'DEVICE' | 'ORGANIZATION';
  /** Whether a code is one of the unregistered ones that are known here. */
  knows(organizationId: number, deviceCode: string): boolean;
  /** A device has no frames waiting any more. */
  forget(organizationId: number, deviceCode: string): void;
  unregistered(): { organizationId: number; deviceCode: string }[];
  /** What was counted in the database takes the place of what was counted here. */
  refill(counts: WaitingCount[]): void;
}

/** Counts what waits, so that no organization takes the place of another, nor a device all of its organization's. */
export const createQuarantineRoom = (limits: QuarantineLimits = QUARANTINE_LIMITS): QuarantineRoom => {
  const rooms = new Map<number, Room>();

  const roomOf = (organizationId: number): Room => {
    const room = rooms.get(organizationId) ?? { frames: 0, framesOf: new Map(), unregistered: new Set() };
    rooms.set(organizationId, room);
    return room;
  };

  return {
    take(organizationId, deviceCode, isUnregistered) {
      const room = roomOf(organizationId);
      const frames = room.framesOf.get(deviceCode) ?? 0;
      if (frames >= limits.framesPerDevice) return 'DEVICE';
      const isNew = isUnregistered && !room.unregistered.has(deviceCode);
      if (isNew && room.unregistered.size >= limits.devicesPerOrganization) return 'ORGANIZATION';
      if (room.frames >= limits.framesPerOrganization) return 'ORGANIZATION';
      if (isUnregistered) room.unregistered.add(deviceCode);
      room.framesOf.set(deviceCode, frames + 1);
      room.frames++;
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
    refill(counts) {
      rooms.clear();
      for (const { organization_id, device_code, count, unregistered } of counts) {
        const room = roomOf(organization_id);
        room.framesOf.set(device_code, (room.framesOf.get(device_code) ?? 0) + count);
        room.frames += count;
        if (unregistered) room.unregistered.add(device_code);
      }
    },
  };
};
