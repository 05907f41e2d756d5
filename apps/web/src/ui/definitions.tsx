import { Fragment } from 'react';
import styles from './definitions.module.css';

interface DefinitionsProps {
  items: readonly (readonly [name: string, value: React.ReactNode])[];
}

/** Names and what they stand for, in two columns. */
export function Definitions({ items }: DefinitionsProps) {
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
