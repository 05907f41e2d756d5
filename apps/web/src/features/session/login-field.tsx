import { type ComponentProps, useId } from 'react';
import styles from './login.module.css';

interface LoginFieldProps extends ComponentProps<'input'> {
  label: string;
  /** Error text; replaces the hint without moving the layout. */
  error: string | null;
  hint?: React.ReactNode;
  /** A button at the field's end. */
  end?: React.ReactNode;
}

/** A field of Login with the browser's own input, so that Login needs no script but its own. */
export function LoginField({ label, error, hint, end, ...input }: LoginFieldProps) {
  const id = useId();
  const says = `${id}-says`;
  return (
    <div className={styles.field} data-wrong={error !== null || undefined}>
      <label htmlFor={id}>
        {label}
        <span aria-hidden="true"> *</span>
      </label>
      <div className={styles.input}>
        <input {...input} id={id} required aria-invalid={error !== null} aria-describedby={says} />
        {end}
      </div>
      <p id={says} className={styles.says}>
        {error ?? hint}
      </p>
    </div>
  );
}
