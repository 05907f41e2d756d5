import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { partsQuery } from '../doors/queries.ts';
import type { CustomFieldProps } from '../model/definition.ts';
import type { MapValue } from './map-value.ts';
import styles from './register-map.module.css';
import { RegisterMapEditor } from './register-map-editor.tsx';
import { RegisterMapReading } from './register-map-reading.tsx';

/** The registers of a data source, for its devices without a map of their own. */
export function DoorRegisterMap(props: CustomFieldProps) {
  const { t } = useTranslation();
  return <RegisterMapField {...props} hint={t('connect.map.doorHint')} />;
}

/** The registers of a device, which can be read beside the form. */
export function DeviceRegisterMap(props: CustomFieldProps) {
  const { t } = useTranslation();
  const { item, disabled } = props;
  return (
    <RegisterMapField
      {...props}
      hint={t('admin.hint.register_map')}
      reading={(map) =>
        disabled || item === null ? null : <RegisterMapReading deviceId={Number(item.id)} map={map} />
      }
    />
  );
}

interface RegisterMapFieldProps extends CustomFieldProps {
  hint: string;
  reading?: (map: MapValue) => ReactNode;
}

function RegisterMapField({ control, name, label, disabled, hint, reading }: RegisterMapFieldProps) {
  const { t } = useTranslation();
  const { field, formState } = useController({ control, name });
  const { data } = useQuery(partsQuery());
  const error = formState.errors[name]?.message;
  const value = (field.value ?? null) as MapValue;
  return (
    <div ref={field.ref} tabIndex={-1} className={styles.field}>
      <RegisterMapEditor
        label={label}
        value={value}
        onChange={field.onChange}
        examples={data?.register_maps ?? []}
        isSent={formState.submitCount > 0}
        disabled={disabled}
      />
      <p className={error === undefined ? styles.muted : styles.error}>
        {typeof error === 'string' ? fieldText(t, error) : hint}
      </p>
      {reading?.(value)}
    </div>
  );
}
