import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { type DayRange, faultsOf } from '../model/day-range.ts';
import { useDayRangeText } from '../model/request-text.ts';
import { RANGE_PRESETS } from '../model/search.ts';
import type { History } from '../model/use-history.ts';
import styles from './conditions.module.css';
import { MoveButton } from './move-button.tsx';

/** A field with an error, wherever it comes from. */
export const WRONG_FIELD = 'input[aria-invalid=true]';

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
  const { search, change, range, today, request } = history;
  const phone = useMediaQuery(PHONE);
  const { days, faults, type } = useDays(history);
  const shown = useDayRangeText(range);
  // Text that is no day stays in its field, which alone knows it.
  const [unreadable, setUnreadable] = useState(false);
  const [begun, setBegun] = useState(0);
  const wrong = unreadable || Object.keys(faults).length > 0;
  const fault = (end: keyof DayRange) => {
    const code = faults[end];
    return code === undefined ? undefined : t(`field.${code}`);
  };
  return (
    <div className={styles.period} data-part="period">
      <SegmentedControl
        label={t('history.period.label')}
        value={search.period ?? 'today'}
        options={RANGE_PRESETS.map((value) => ({ value, label: t(`history.period.${value}`) }))}
        onChange={(period) => {
          setUnreadable(false);
          setBegun(begun + 1);
          change({ period, ...(period === 'free' ? range : { from: undefined, to: undefined }) });
        }}
      />
      <fieldset
        className={styles.days}
        aria-label={t('history.period.label')}
        onBlur={({ currentTarget }) => setUnreadable(currentTarget.querySelector(WRONG_FIELD) !== null)}
      >
        {phone ? null : <MoveButton history={history} by={-1} />}
        <DateField
          key={`from${begun}`}
          label={t('history.period.from')}
          value={days.from}
          onChange={(from) => type({ from })}
          error={fault('from')}
          max={today}
        />
        <DateField
          key={`to${begun}`}
          label={t('history.period.to')}
          value={days.to}
          onChange={(to) => type({ to })}
          error={fault('to')}
          min={days.from}
        />
        {phone ? <MoveButton history={history} by={-1} words /> : null}
        <MoveButton history={history} by={1} words={phone} />
      </fieldset>
      <p className={styles.refused} role="status">
        {wrong && request !== null ? t('history.period.refused', { days: shown }) : null}
      </p>
    </div>
  );
}
