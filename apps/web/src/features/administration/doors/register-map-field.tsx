import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import styles from './doors.module.css';
import { partsQuery } from './queries.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A register map as JSON, from the shipped ones or pasted. */
export function RegisterMapField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, formState } = useController({ control, name });
  const { data } = useQuery(partsQuery());
  const shown = field.value === null || field.value === undefined ? '' : JSON.stringify(field.value, null, 2);
  const [text, setText] = useState<string | null>(null);
  const isWrong = text !== null && text.trim() !== '' && parse(text) === undefined;
  const error = formState.errors[name]?.message;
  const set = (next: string) => {
    setText(next);
    const map = parse(next);
    if (next.trim() === '') field.onChange(null);
    else if (map !== undefined) field.onChange(map);
  };
  return (
    <div>
      <TextField
        label={label}
        multiline
        minRows={3}
        maxRows={16}
        fullWidth
        size="small"
        disabled={disabled}
        value={text ?? shown}
        onChange={(event) => set(event.target.value)}
        onBlur={field.onBlur}
        error={isWrong || error !== undefined}
        helperText={
          isWrong
            ? t('connect.polled.noJson')
            : typeof error === 'string'
              ? fieldText(t, error)
              : t('admin.hint.register_map')
        }
        inputRef={field.ref}
      />
      <div className={styles.row}>
        {(data?.register_maps ?? []).map(({ id, title, map }) => (
          <Button key={id} size="small" disabled={disabled} onClick={() => set(JSON.stringify(map, null, 2))}>
            {title}
          </Button>
        ))}
      </div>
    </div>
  );
}
