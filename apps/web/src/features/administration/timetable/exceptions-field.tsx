import { MAX_EXCEPTIONS } from '@airdeck/contract/control/timetable';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import { type Exception, firstCode } from './in-words.ts';
import { PeriodsEditor } from './periods-editor.tsx';
import styles from './timetable.module.css';

/** Days that differ from their weekday: off, or with other periods. */
export function ExceptionsField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const exceptions = (field.value ?? []) as Exception[];
  const errors = (fieldState.error ?? {}) as Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  const errorOf = (at: number, part: keyof Exception) => {
    const code = firstCode(errors[at]?.[part]);
    return code === undefined ? undefined : fieldText(t, code);
  };
  const change = (at: number, part: Partial<Exception>) =>
    field.onChange(exceptions.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {/* They have no other identity than their place. */}
      {[...exceptions.entries()].map(([at, exception]) => (
        <div key={at} className={styles.exception}>
          <div className={styles.dates}>
            <TextField
              size="small"
              required
              label={t('admin.timetable.exceptionName')}
              value={exception.name}
              disabled={disabled}
              error={errorOf(at, 'name') !== undefined}
              helperText={errorOf(at, 'name')}
              onChange={(event) => change(at, { name: event.target.value })}
              onBlur={field.onBlur}
            />
            <DateField
              label={t('admin.timetable.from')}
              value={exception.from}
              disabled={disabled}
              error={errorOf(at, 'from')}
              onChange={(from) => change(at, { from, ...(exception.to < from && { to: from }) })}
            />
            <DateField
              label={t('admin.timetable.to')}
              value={exception.to}
              min={exception.from}
              disabled={disabled}
              error={errorOf(at, 'to')}
              onChange={(to) => change(at, { to })}
            />
            {disabled ? null : (
              <IconButton
                aria-label={t('admin.timetable.removeException', { name: exception.name })}
                onClick={() => field.onChange(exceptions.filter((_, i) => i !== at))}
              >
                <Icon name="trash" size={18} />
              </IconButton>
            )}
          </div>
          <PeriodsEditor
            day={exception.name}
            periods={exception.periods}
            onChange={(periods) => change(at, { periods })}
            onBlur={field.onBlur}
            disabled={disabled}
            error={errorOf(at, 'periods')}
          />
        </div>
      ))}
      {disabled ? (
        exceptions.length === 0 && <span className={styles.off}>{t('admin.none')}</span>
      ) : (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          disabled={exceptions.length >= MAX_EXCEPTIONS}
          startIcon={<Icon name="plus" size={16} />}
          onClick={() => {
            const today = new Date().toLocaleDateString('sv');
            field.onChange([...exceptions, { name: '', from: today, to: today, periods: [] }]);
          }}
        >
          {t('admin.timetable.addException')}
        </Button>
      )}
    </fieldset>
  );
}
