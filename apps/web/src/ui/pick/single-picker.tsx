import type { PickOption } from './pick-option.ts';
import { Picker, type PickerField } from './picker.tsx';

interface SinglePickerProps<Id extends string | number> extends PickerField {
  options: readonly PickOption<Id>[];
  value: Id | undefined;
  onChange: (value: Id | undefined) => void;
}

/** One of many, or none. */
export function SinglePicker<Id extends string | number>(props: SinglePickerProps<Id>) {
  const { options, value, onChange, ...field } = props;
  return (
    <Picker<Id, false>
      {...field}
      multiple={false}
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      onChange={(_, picked) => onChange(picked?.id)}
    />
  );
}
