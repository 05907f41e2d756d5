import { useTranslation } from 'react-i18next';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import type { History } from './use-history.ts';

/** Weeks do not divide months and years, and so they cannot be laid over them. */
export function WeekChecks({ history: { step, search, change } }: { history: History }) {
  const { t } = useTranslation();
  const apart = step === 'month' || step === 'year';
  return (
    <ChipChecks
      label={t('history.weeks.label')}
      options={[1, 2, 3].map((weeks) => ({ value: weeks, label: t('history.weeks.ago', { weeks }) }))}
      value={apart ? [] : (search.weeks ?? [])}
      onChange={(weeks) => change({ weeks: weeks.length === 0 ? undefined : weeks.sort() })}
      disabled={apart ? t('field.NOT_WITH_STEP') : undefined}
    />
  );
}
