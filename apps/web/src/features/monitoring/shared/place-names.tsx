import styles from './shared.module.css';

/** Large enough that the other names do not shrink while the first one is visible. */
const FIRST_SHRINKS = 1_000_000;

/** Names of places, from the top down. Where there is no room for all, the topmost shrinks first. */
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
