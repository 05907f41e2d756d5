import type { WallDisplay } from '@airdeck/contract/wall-display/schema';
import { type ReactNode, useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { MultiPicker, type PickOption } from '../../../ui/pick/picker.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { CustomFieldProps } from '../model/definition.ts';

/** Places or plans of its organization that a wall display may show. */
export interface Offer {
  options: readonly PickOption[];
  error: Error | null;
  refetch: () => Promise<unknown>;
}

interface PartsPickerProps extends CustomFieldProps<Pick<WallDisplay, 'organization_id'>> {
  /** 0: none is chosen yet. */
  organizationId: number;
  /** Names the offer: parts of one are none of another. */
  choice: string;
  offer: Offer;
  max: number;
  /** Of a field without a choice. */
  placeholder: string;
  hint: string;
  /** Shown where nothing is to be chosen. */
  instead?: ReactNode;
}

/** Chooses parts of an organization for a wall display. */
export function PartsPicker(props: PartsPickerProps) {
  const { control, name, label, disabled, organizationId, choice, offer, max, placeholder, hint, instead } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const before = useRef(choice);
  const { onChange } = field;
  useEffect(() => {
    if (before.current !== choice) onChange([]);
    before.current = choice;
  }, [choice, onChange]);
  if (instead) return instead;
  const { options, error, refetch } = offer;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const chosen = ((field.value ?? []) as readonly number[]).filter((id) => options.some((option) => option.id === id));
  const known = organizationId > 0 ? hint : t('wall.places.organizationFirst');
  return (
    <MultiPicker
      label={label}
      options={options}
      value={chosen}
      placeholder={placeholder}
      onChange={(ids) => onChange(ids.slice(0, max))}
      disabled={disabled || organizationId <= 0}
      error={fieldState.invalid}
      hint={fieldState.invalid ? fieldText(t, fieldState.error?.message) : known}
    />
  );
}
