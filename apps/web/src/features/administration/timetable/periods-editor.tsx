import { MAX_PERIODS } from '@airdeck/contract/control/timetable';
import { TIMETABLE_MODES } from '@airdeck/domain/control/timetable';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { clockTime, type Period } from './in-words.ts';
import styles from './timetable.module.css';

interface PeriodsEditorProps {
  /** Day of the periods, for screen readers. */
  day: string;
  periods: readonly Period[];
  onChange: (periods: Period[]) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The error, in words. */
  error: string | undefined;
  children?: React.ReactNode;
}

const MORNING: Period = { start: '0900', end: '1800', mode: 'AUTO' };
const LAST = '2359';

/** The likely next period: an hour from the last end on. */
const nextPeriod = (periods: readonly Period[]): Period => {
  const last = periods.at(-1);
  if (last === undefined) return MORNING;
  const hour = Number(last.end.slice(0, 2)) + 1;
  return {
    start: last.end,
    end: hour > 23 ? LAST : `${String(hour).padStart(2, '0')}${last.end.slice(2)}`,
    mode: last.mode,
  };
};

/** The periods of one day, a row each: start, end, and the purifiers' mode. */
export function PeriodsEditor({ day, periods, onChange, onBlur, disabled, error, children }: PeriodsEditorProps) {
  const { t } = useTranslation();
  const change = (at: number, part: Partial<Period>) =>
    onChange(periods.map((period, i) => (i === at ? { ...period, ...part } : period)));
  const time = (at: number, name: 'start' | 'end', value: string) => (
    <TextField
      type="time"
      size="small"
      label={t(`admin.timetable.${name}`)}
      value={value.length === 4 ? clockTime(value) : ''}
      disabled={disabled}
      error={error !== undefined}
      onChange={(event) => change(at, { [name]: event.target.value.replace(':', '') })}
      onBlur={onBlur}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { 'aria-label': `${day} ${t(`admin.timetable.${name}`)}` },
      }}
    />
  );
  const isFull = periods.length >= MAX_PERIODS || periods.at(-1)?.end === LAST;
  return (
    <div className={styles.periods}>
      {periods.length === 0 ? <span className={styles.off}>{t('admin.timetable.off')}</span> : null}
      {/* They have no other identity than their place. */}
      {[...periods.entries()].map(([at, { start, end, mode }]) => (
        <div key={at} className={styles.period}>
          {time(at, 'start', start)}
          {time(at, 'end', end)}
          <TextField
            select
            size="small"
            label={t('admin.timetable.modeLabel')}
            value={mode}
            disabled={disabled}
            onChange={(event) => change(at, { mode: event.target.value as Period['mode'] })}
            slotProps={{ htmlInput: { 'aria-label': `${day} ${t('admin.timetable.modeLabel')}` } }}
          >
            {TIMETABLE_MODES.map((each) => (
              <MenuItem key={each} value={each}>
                {t(`admin.timetable.mode.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          {disabled ? null : (
            <IconButton
              aria-label={t('admin.timetable.removePeriod', { day, time: clockTime(start) })}
              onClick={() => onChange(periods.filter((_, i) => i !== at))}
            >
              <Icon name="trash" size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {error === undefined ? null : (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {disabled ? null : (
        <div className={styles.buttons}>
          <Button
            size="small"
            disabled={isFull}
            startIcon={<Icon name="plus" size={16} />}
            aria-label={t('admin.timetable.addTo', { day })}
            onClick={() => onChange([...periods, nextPeriod(periods)])}
          >
            {t('admin.timetable.addPeriod')}
          </Button>
          {children}
        </div>
      )}
    </div>
  );
}
