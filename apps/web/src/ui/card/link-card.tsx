import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './card.module.css';

interface LinkCardProps {
  /** Address of what the card opens. */
  to: LinkProps['to'];
  children: React.ReactNode;
}

/** A card that is one link as a whole: it opens what it tells about. It may hold no other link or button. */
export function LinkCard({ to, children }: LinkCardProps) {
  return (
    <Link to={to} className={`${styles.card} ${styles.link}`} preload="intent">
      {children}
    </Link>
  );
}
