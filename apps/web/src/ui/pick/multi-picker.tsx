import type { PickOption } from './pick-option.ts';
import { Picker, type PickerField } from './picker.tsx';

interface MultiPickerProps<Id extends string | number> extends PickerField {
  options: readonly PickOption<Id>[];
  value: readonly Id[];
  onChange: (value: Id[]) => void;
}

/** Any number of many, as chips. An id that is no option is left out. */
export function MultiPicker<Id extends string | number>(props: MultiPickerProps<Id>) {
  const { options, value, onChange, ...field } = props;
  const wanted = new Set(value);
  return (
    <Picker<Id, true>
      {...field}
      multiple
      options={options}
      value={options.filter(({ id }) => wanted.has(id))}
      onChange={(_, picked) => onChange(picked.map(({ id }) => id))}
    />
  );
}
