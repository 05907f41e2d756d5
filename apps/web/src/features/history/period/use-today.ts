import { localDay } from '@airdeck/domain/calendar';
import { useSyncExternalStore } from 'react';
import { everySecond } from '../../../lib/clock.ts';

/** The day in a zone; the component renders again when it is over. */
export const useToday = (zone: string): string => useSyncExternalStore(everySecond, () => localDay(Date.now(), zone));
