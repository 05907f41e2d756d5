import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import type { CustomFieldProps } from '../model/definition.ts';

/** The first sensor of each chosen type; more of a type are added on their own screen. */
export function SensorTypesField({ control, name, label }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name });
  const chosen = ((field.value ?? []) as readonly { type: SensorType }[]).map(({ type }) => type);
  return (
    <ChipChecks
      label={label}
      options={SENSOR_TYPES.map((type) => ({ value: type, label: t(sensorNameKey(type)) }))}
      value={chosen}
      onChange={(types) => field.onChange(types.map((type) => ({ type, sequence: 1 })))}
    />
  );
}
