import { HOSPITAL_PROFILES } from './hospital.ts';
import { MALL_PROFILES } from './mall.ts';
import { SCHOOL_PROFILES } from './school.ts';

/** All kinds of rooms. */
export const ROOM_PROFILES = { ...SCHOOL_PROFILES, ...HOSPITAL_PROFILES, ...MALL_PROFILES } as const;

export type RoomKind = keyof typeof ROOM_PROFILES;
