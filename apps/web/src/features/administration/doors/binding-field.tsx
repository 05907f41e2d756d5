import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CustomFieldProps } from '../model/definition.ts';
import { BindingTable, type BoundSensor } from './binding-table.tsx';
import styles from './doors.module.css';
import { previewQuery } from './queries.ts';
import { RawMessage } from './raw-message.tsx';

/** Where the values of a device go, beside its last message. */
export function BindingField({ control, name, label, item }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name });
  const { data } = useQuery({ ...previewQuery(Number(item?.id ?? 0)), enabled: item !== null });
  if (item === null) return null;
  return (
    <fieldset className={styles.binding}>
      <legend>{label}</legend>
      {data === undefined || data.raw === null ? (
        <p className={styles.muted}>{t('connect.binding.noValues')}</p>
      ) : (
        <>
          <BindingTable
            preview={data}
            value={(field.value ?? []) as readonly BoundSensor[]}
            onChange={(value) => field.onChange(value)}
          />
          <RawMessage preview={data} />
        </>
      )}
    </fieldset>
  );
}
