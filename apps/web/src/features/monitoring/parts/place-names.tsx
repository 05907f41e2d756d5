import styles from './place-names.module.css';

/** Much more than any other: rounded to nothing for those. */
const FIRST_SHRINKS = 1_000_000;

/** Where something is, from the top down. Where there is no room for all, the topmost gives way first. */
export function PlaceNames({ names }: { names: readonly string[] }) {
  return (
    <p className={styles.names} title={names.join(' · ')}>
      {names.length === 0 ? '–' : null}
      {names.map((name, i) => (
        <span key={name} style={{ flexShrink: i === 0 ? FIRST_SHRINKS : 1 }}>
          {i < names.length - 1 ? `${name} ·` : name}
        </span>
      ))}
    </p>
  );
}
