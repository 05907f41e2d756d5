import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { type DayRange, faultsOf } from '../model/day-range.ts';
import { RANGE_PRESETS } from '../model/search.ts';
import type { History } from '../model/use-history.ts';
import styles from './conditions.module.css';
import { MoveButton } from './move-button.tsx';

/** The days while they are typed. They become the address as soon as they are valid. */
function useDays({ range, today, change }: History) {
  const of = `${range.from} ${range.to}`;
  const [draft, setDraft] = useState({ of, range });
  if (draft.of !== of) setDraft({ of, range });
  const type = (part: Partial<DayRange>) => {
    const next = { ...draft.range, ...part };
    setDraft({ of, range: next });
    if (Object.keys(faultsOf(next, today)).length === 0) change({ period: 'free', ...next });
  };
  return { days: draft.range, faults: faultsOf(draft.range, today), type };
}

/** Selects the days: by name, by date, or one range on or back. */
export function PeriodBar({ history }: { history: History }) {
  const { t } = useTranslation();
  const { search, change, range, today } = history;
  const phone = useMediaQuery(PHONE);
  const { days, faults, type } = useDays(history);
  const fault = (end: keyof DayRange) => {
    const code = faults[end];
    return code === undefined ? undefined : t(`field.${code}`);
  };
  return (
    <div className={styles.period}>
      <SegmentedControl
        label={t('history.period.label')}
        value={search.period ?? 'today'}
        options={RANGE_PRESETS.map((value) => ({ value, label: t(`history.period.${value}`) }))}
        onChange={(period) => change({ period, ...(period === 'free' ? range : { from: undefined, to: undefined }) })}
      />
      <div className={styles.days}>
        {phone ? null : <MoveButton history={history} by={-1} />}
        <DateField
          label={t('history.period.from')}
          value={days.from}
          onChange={(from) => type({ from })}
          error={fault('from')}
          max={today}
        />
        <DateField
          label={t('history.period.to')}
          value={days.to}
          onChange={(to) => type({ to })}
          error={fault('to')}
          min={days.from}
        />
        {phone ? <MoveButton history={history} by={-1} words /> : null}
        <MoveButton history={history} by={1} words={phone} />
      </div>
    </div>
  );
}
