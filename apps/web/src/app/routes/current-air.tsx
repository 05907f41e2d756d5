import { useSearch } from '@tanstack/react-router';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';

const HistoryScreen = lazyWithPreload(
  async () => (await import('../../features/history/screen/history-screen.tsx')).HistoryScreen,
);
const CurrentScreen = lazyWithPreload(
  async () => (await import('../../features/purifier/current/current-screen.tsx')).CurrentScreen,
);

/** Search fields that only an address of the past has. */
const OF_THE_PAST = ['view', 'organization', 'office', 'department', 'meter', 'purifier', 'period', 'step'] as const;

/** CurrentAir: the present states of purifiers, or their history if the address asks for it. */
export function CurrentAir() {
  const search: Partial<Record<string, unknown>> = useSearch({ strict: false });
  const isPast = OF_THE_PAST.some((name) => search[name] !== undefined);
  return isPast ? <HistoryScreen screen="purifierReadings" /> : <CurrentScreen />;
}
