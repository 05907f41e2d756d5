import { useId } from 'react';
import styles from './chip-checks.module.css';
import { Icon } from './icon.tsx';

interface ChipChecksProps<T extends string | number> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** The reason why none of them can be chosen. */
  disabled?: string | undefined;
}

/** Some of a few options, all of them visible: check boxes in the shape of chips. */
export function ChipChecks<T extends string | number>(props: ChipChecksProps<T>) {
  const { label, options, value, onChange, disabled } = props;
  const reason = useId();
  const toggle = (one: T) => onChange(value.includes(one) ? value.filter((each) => each !== one) : [...value, one]);
  return (
    <fieldset
      className={styles.group}
      disabled={disabled !== undefined}
      aria-describedby={disabled === undefined ? undefined : reason}
    >
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input type="checkbox" checked={value.includes(option.value)} onChange={() => toggle(option.value)} />
          <span>
            {value.includes(option.value) ? <Icon name="check" size={14} /> : null}
            {option.label}
          </span>
        </label>
      ))}
      {disabled === undefined ? null : (
        <span id={reason} className={styles.reason}>
          {disabled}
        </span>
      )}
    </fieldset>
  );
}
