import { useId, useLayoutEffect, useRef } from 'react';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<T extends string> {
  /** The purpose of the choice, for screen readers. */
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** One of a few options, all of them visible: radio buttons in the shape of a switch. */
export function SegmentedControl<T extends string>({ label, value, options, onChange }: SegmentedControlProps<T>) {
  const name = useId();
  const group = useRef<HTMLDivElement>(null);
  const chosen = options.findIndex((option) => option.value === value);
  // Where there is too little room for all, the chosen one is seen as a whole.
  useLayoutEffect(() => {
    const [row, option] = [group.current, group.current?.children[chosen]];
    if (!row || !option) return;
    const [around, at] = [row.getBoundingClientRect(), option.getBoundingClientRect()];
    if (at.left < around.left || at.right > around.right) {
      row.scrollLeft += (at.left + at.right - around.left - around.right) / 2;
    }
  }, [chosen]);
  return (
    <div ref={group} className={styles.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
