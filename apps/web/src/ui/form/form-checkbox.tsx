import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

interface FormCheckboxProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: React.ReactNode;
  disabled?: boolean;
}

export function FormCheckbox<In extends FieldValues, Out>(props: FormCheckboxProps<In, Out>) {
  const { control, name, label, disabled = false } = props;
  const { field } = useController({ control, name });
  const { value, ref, ...input } = field;
  const box = <Checkbox {...input} checked={value === true} slotProps={{ input: { ref } }} />;
  return <FormControlLabel disabled={disabled} control={box} label={label} />;
}
