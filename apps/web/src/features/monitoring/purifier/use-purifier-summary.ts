import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { isRunning, urgency } from './purifier-rules.ts';

/** How many purifiers there are, run, and are in trouble or silent, in a line. */
export function usePurifierSummary(purifiers: readonly PurifierView[]): string {
  const { t } = useTranslation();
  const count = (urgent: number) => purifiers.filter((purifier) => urgency(purifier) === urgent).length;
  const trouble = count(0);
  const silent = count(2) + count(3);
  return [
    t('monitoring.purifier.count', { count: purifiers.length }),
    t('monitoring.purifier.running', { count: purifiers.filter(isRunning).length }),
    ...(trouble > 0 ? [t('monitoring.purifier.trouble', { count: trouble })] : []),
    ...(silent > 0 ? [t('monitoring.stale', { count: silent })] : []),
  ].join(t('common.separator'));
}
