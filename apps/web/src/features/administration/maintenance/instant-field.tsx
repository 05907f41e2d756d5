import { instantOnDay, isoTime, localDay } from '@airdeck/domain/calendar';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatDate, viewerZone } from '../../../lib/format/date.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import styles from './maintenance.module.css';

/** `HH:MM` on the viewer's clock. */
const clockTime = (instant: string): string =>
  formatDate(instant, 'hourMinute', { language: 'ko', timeZone: viewerZone() });

const minuteOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/** A day and a time on the viewer's clock, as an instant. */
export function InstantField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const value = String(field.value ?? '');
  const [typed, setTyped] = useState(() => ({
    day: value === '' ? '' : localDay(Date.parse(value), viewerZone()),
    time: value === '' ? '' : clockTime(value),
  }));
  const change = (part: Partial<typeof typed>) => {
    const { day, time } = { ...typed, ...part };
    setTyped({ day, time });
    field.onChange(day === '' || time === '' ? '' : isoTime(instantOnDay(day, minuteOf(time), viewerZone())));
  };
  return (
    <div className={styles.instant}>
      <DateField
        label={t('admin.maintenance.date', { label })}
        value={typed.day}
        onChange={(day) => change({ day })}
        disabled={disabled}
        size="medium"
        error={fieldState.invalid ? fieldText(t, fieldState.error?.message) : undefined}
      />
      <TextField
        type="time"
        label={t('admin.maintenance.time', { label })}
        value={typed.time}
        disabled={disabled}
        error={fieldState.invalid}
        inputRef={field.ref}
        onChange={(event) => change({ time: event.target.value })}
        onBlur={field.onBlur}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </div>
  );
}
