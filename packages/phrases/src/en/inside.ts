import { admin } from './admin.ts';
import { alarm } from './alarm.ts';

/** The texts of alarms and administration, in English: nobody sees them without a session. */
export const inside = { admin, alarm } as const;
