import { autoBoundErrors } from '@airdeck/contract/control/auto-mode';
import { AUTO_BOUND_NAMES } from '@airdeck/domain/control/auto-mode';
import { FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import { type GradedType, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { LEVEL_TONE, useTexts } from '../model/texts.ts';
import styles from './editor.module.css';

/** The bounds as they are typed; null: the type does not matter. */
export type EnteredBounds = readonly [string, string, string] | null;

export const numbersOf = (entered: readonly string[]): (number | null)[] =>
  entered.map((text) => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)));

interface BoundsFieldProps {
  type: GradedType;
  value: EnteredBounds;
  /** Initial bounds when the type is switched on. */
  suggested: readonly number[];
  onChange: (value: EnteredBounds) => void;
}

/** The bounds of a type: whether it is used, its three values, and their effect. */
export function BoundsField({ type, value, suggested, onChange }: BoundsFieldProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { unit } = SENSOR_TYPE_INFO[type];
  const [normal = 0, bad = 0, veryBad = 0] = suggested;
  const numbers = value === null ? [] : numbersOf(value);
  const errors = value === null ? [] : autoBoundErrors(type, numbers);
  return (
    <fieldset className={styles.bounds}>
      <FormControlLabel
        control={
          <Checkbox
            checked={value !== null}
            onChange={(_, isChosen) => onChange(isChosen ? [String(normal), String(bad), String(veryBad)] : null)}
          />
        }
        label={t('autoMode.form.include', { type: texts.type(type) })}
      />
      {value === null ? null : (
        <>
          <div className={styles.fields}>
            {AUTO_BOUND_NAMES.map((name, i) => (
              <TextField
                key={name}
                size="small"
                label={t(`autoMode.bounds.${name}`)}
                value={value[i]}
                error={errors[i] !== null}
                helperText={errors[i] ? fieldText(t, errors[i]) : undefined}
                onChange={({ target }) => {
                  const [first, second, third] = value.map((old, at) => (at === i ? target.value : old));
                  onChange([first ?? '', second ?? '', third ?? '']);
                }}
                slotProps={{
                  htmlInput: { inputMode: 'decimal', maxLength: 8, autoComplete: 'off' },
                  input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
                }}
              />
            ))}
          </div>
          {errors.every((error) => error === null) ? (
            <LevelPicture bounds={numbers.map((bound) => bound ?? 0)} />
          ) : (
            <p className={styles.quiet}>{t('autoMode.form.wrong')}</p>
          )}
        </>
      )}
    </fieldset>
  );
}

/** Shows on one scale, a little longer than the bounds, which values lead to which speed. */
function LevelPicture({ bounds }: { bounds: readonly number[] }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [first = 0, , last = 0] = bounds;
  const end = last + (last - first) / 2;
  const parts = FAN_SPEEDS.map((level, i) => {
    const [from, to] = [bounds[i - 1] ?? 0, bounds[i] ?? end];
    const name = t(`autoMode.level.${level}`);
    const text =
      i === 0
        ? t('autoMode.form.bandStop', { level: name, to: texts.number(to) })
        : t('autoMode.form.band', { level: name, from: texts.number(from) });
    // Shares of the whole: parts of less than one would not fill it.
    return { level, text, name, from, width: (100 * Math.max(0, to - from)) / end };
  });
  return (
    <div
      className={styles.picture}
      role="img"
      aria-label={`${t('autoMode.form.picture')}: ${parts.map(({ text }) => text).join(', ')}`}
    >
      {parts.map(({ level, name, from, width }) => (
        <span key={level} data-tone={LEVEL_TONE[level]} style={{ flexGrow: width }}>
          <i />
          <b>{name}</b>
          <small>{texts.number(from)}</small>
        </span>
      ))}
    </div>
  );
}
