import type { Screen } from '../address/screen.ts';
import styles from './meter-group.module.css';
import { PlaceLink } from './place-link.tsx';
import { PlaceNames } from './place-names.tsx';

interface MeterGroupProps {
  id: number;
  name: string;
  /** The places above it, topmost first. */
  above: readonly string[];
  /** What it opens. */
  screen: Screen;
  /** At the right end of its header. */
  aside?: React.ReactNode;
  foot: React.ReactNode;
  children: React.ReactNode;
}

/** A meter among many, with something of its own inside; as a whole it opens a screen of that meter. */
export function MeterGroup({ id, name, above, screen, aside, foot, children }: MeterGroupProps) {
  return (
    <PlaceLink screen={screen} id={id} className={styles.group}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {aside}
        <PlaceNames names={above} />
      </header>
      {children}
      <p className={styles.foot}>{foot}</p>
    </PlaceLink>
  );
}
