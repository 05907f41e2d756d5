import { type ComponentProps, useId } from 'react';
import styles from './login.module.css';

interface LoginFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with it, in words; takes the place of the hint, and moves nothing. */
  error: string | null;
  hint?: React.ReactNode;
  /** A button at the field's end. */
  end?: React.ReactNode;
}

/** A field of Login: drawn by the browser itself, so that nobody waits for more than the page's own script. */
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
