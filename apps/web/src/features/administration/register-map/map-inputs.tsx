import type { FieldCode } from '@airdeck/contract/error/field-code';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { shownError, useMapContext } from './map-context.ts';
import { valueAt } from './map-value.ts';

/** Errors of a map that the texts for other fields do not fit. */
export const errorText = (t: TFunction, code: FieldCode): string =>
  code === 'REPEATED' ? t('connect.map.repeated') : fieldText(t, code);

interface MapInputProps {
  /** Such as `reads.0.register`. */
  path: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** Where its error is, if not at its path. */
  errorPath?: string | undefined;
}

/** State and texts that all inputs share. */
const useInput = ({ path, label, hint, required = false, errorPath = path }: MapInputProps) => {
  const { t } = useTranslation();
  const context = useMapContext();
  const [isLeft, setLeft] = useState(false);
  const error = shownError(context, errorPath, isLeft);
  const shared: TextFieldProps = {
    ...{ label, required, size: 'small', fullWidth: true, disabled: context.disabled },
    onBlur: () => setLeft(true),
    error: error !== undefined,
    helperText: error === undefined ? hint : errorText(t, error),
  };
  return { value: valueAt(context.map, path), set: (value: unknown) => context.set(path, value), shared };
};

export function MapText(props: MapInputProps) {
  const { value, set, shared } = useInput(props);
  return (
    <TextField
      {...shared}
      value={typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)}
      onChange={(event) => set(event.target.value)}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
    />
  );
}

interface ParsedProps extends MapInputProps {
  /** undefined: the key is left out. */
  parse: (text: string) => unknown;
  format: (value: unknown) => string;
  inputMode: 'numeric' | 'decimal' | 'text';
  onValue?: (value: unknown) => void;
}

/** A text that stands for another value. It stays as it is typed while it stands for the value of the map. */
function ParsedInput({ parse, format, inputMode, onValue, ...props }: ParsedProps) {
  const { value, set, shared } = useInput(props);
  const [typed, setTyped] = useState<string | null>(null);
  const isCurrent = typed !== null && JSON.stringify(parse(typed)) === JSON.stringify(value);
  return (
    <TextField
      {...shared}
      value={isCurrent ? typed : format(value)}
      onChange={(event) => {
        setTyped(event.target.value);
        (onValue ?? set)(parse(event.target.value));
      }}
      slotProps={{ htmlInput: { autoComplete: 'off', inputMode } }}
    />
  );
}

/** A number; anything else stays text, which the check refuses. */
const numberOf = (text: string): number | string => {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
};
const shownValue = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

interface MapNumberProps extends MapInputProps {
  /** Whether it may have decimals or a sign. */
  isDecimal?: boolean;
  /** In place of setting it alone. */
  onValue?: (value: unknown) => void;
}

export function MapNumber({ isDecimal = false, ...props }: MapNumberProps) {
  return (
    <ParsedInput
      {...props}
      inputMode={isDecimal ? 'text' : 'numeric'}
      parse={(text) => (text.trim() === '' ? undefined : numberOf(text))}
      format={shownValue}
    />
  );
}

/** Numbers with commas between them. */
export function MapNumbers(props: MapInputProps) {
  const { errors } = useMapContext();
  const wrong = [...errors.keys()].find((each) => each.startsWith(`${props.path}.`));
  return (
    <ParsedInput
      {...props}
      errorPath={wrong}
      inputMode="text"
      parse={(text) => {
        const parts = text.split(',').map((part) => part.trim());
        const numbers = parts.filter((part) => part !== '').map(numberOf);
        return numbers.length === 0 ? undefined : numbers;
      }}
      format={(value) => (Array.isArray(value) ? value.map(shownValue).join(', ') : shownValue(value))}
    />
  );
}

interface MapChoiceProps extends MapInputProps {
  options: readonly { value: string; label: string }[];
  /** The value that applies while the map has none. */
  fallback?: string;
  onValue?: (value: string) => void;
}

/** One of a few values. A value that is not offered is shown as it is, with its error. */
export function MapChoice({ options, fallback = '', onValue, ...props }: MapChoiceProps) {
  const { value, set, shared } = useInput(props);
  const shown = value === undefined || value === null ? fallback : shownValue(value);
  const isOffered = shown === '' || options.some((each) => each.value === shown);
  return (
    <TextField
      {...shared}
      select
      value={shown}
      onChange={(event) => (onValue ?? set)(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {isOffered ? null : <MenuItem value={shown}>{shown}</MenuItem>}
      {options.map((each) => (
        <MenuItem key={each.value} value={each.value}>
          {each.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
