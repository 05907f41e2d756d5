import type { TimetableFields } from '@airdeck/contract/control/timetable';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import { firstCode, weekdayNames } from './in-words.ts';
import { PeriodsEditor } from './periods-editor.tsx';
import styles from './timetable.module.css';

const WEEKDAYS = 5;

/** When purifiers run on Monday to Sunday. */
export function WeekField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { field, fieldState } = useController({ control, name });
  const week = (field.value ?? []) as TimetableFields['week'];
  const errors = (fieldState.error ?? {}) as Readonly<Record<number, unknown>>;
  const errorOf = (day: number) => {
    const code = firstCode(errors[day]);
    return code === undefined ? undefined : fieldText(t, code);
  };
  /** Some days get other periods. */
  const change = (periods: TimetableFields['week'][number], isMeant: (day: number) => boolean) =>
    field.onChange(week.map((each, day) => (isMeant(day) ? periods : each)));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <p className={styles.hint}>{t('admin.timetable.midnight')}</p>
      {weekdayNames(language).map((weekday, day) => {
        const periods = week[day] ?? [];
        return (
          <div key={weekday} className={styles.day}>
            <h3>{weekday}</h3>
            <PeriodsEditor
              day={weekday}
              periods={periods}
              onChange={(changed) => change(changed, (each) => each === day)}
              onBlur={field.onBlur}
              disabled={disabled}
              error={errorOf(day)}
            >
              <CopyButton day={weekday} onCopy={(days) => change(periods, (each) => each < days)} />
            </PeriodsEditor>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Copies to the first days of the week, as many as given. */
function CopyButton({ day, onCopy }: { day: string; onCopy: (days: number) => void }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const copy = (days: number) => () => {
    setAnchor(null);
    onCopy(days);
  };
  return (
    <>
      <Button
        size="small"
        startIcon={<Icon name="copy" size={16} />}
        aria-label={t('admin.timetable.copyOf', { day })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('admin.timetable.copy')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={copy(WEEKDAYS)}>{t('admin.timetable.copyWeekdays')}</MenuItem>
        <MenuItem onClick={copy(7)}>{t('admin.timetable.copyAll')}</MenuItem>
      </Menu>
    </>
  );
}
