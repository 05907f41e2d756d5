import type { MonitoringScreen } from '../address/screen.ts';
import { PlaceLink } from './links.tsx';
import styles from './meter-group.module.css';
import { PlaceNames } from './place-names.tsx';

interface MeterGroupProps {
  id: number;
  name: string;
  /** The places above it, topmost first. */
  above: readonly string[];
  /** The screen that it opens. */
  screen: MonitoringScreen;
  /** At the right end of its header. */
  aside?: React.ReactNode;
  foot: React.ReactNode;
  children: React.ReactNode;
}

/** A card for a meter among many. It opens a screen of that meter. */
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
