import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import styles from './card.module.css';

interface CardProps {
  children: React.ReactNode;
  /** `article` for one of many of a kind, `section` for a part of the page. */
  as?: 'section' | 'article' | 'div';
  'aria-label'?: string;
}

/** A white surface. */
export function Card({ children, as: Element = 'section', ...rest }: CardProps) {
  return (
    <Element className={styles.card} {...rest}>
      {children}
    </Element>
  );
}

interface CardHeaderProps {
  title: React.ReactNode;
  subtitle?: React.ReactNode;
  /** Chip, switch or buttons at the right end. */
  actions?: React.ReactNode;
}

export function CardHeader({ title, subtitle, actions }: CardHeaderProps) {
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      {subtitle === undefined ? null : <span className={styles.sub}>{subtitle}</span>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

interface CardGridProps {
  children: React.ReactNode;
  /** Narrowest width of a card in px; as many columns as fit. */
  min?: number;
}

export function CardGrid({ children, min = 340 }: CardGridProps) {
  const variables = { '--card-min': `${min}px` } as React.CSSProperties;
  return (
    <div className={styles.grid} style={variables}>
      {children}
    </div>
  );
}

interface CardSkeletonsProps {
  count?: number;
  /** Minimum width, as of CardGrid. */
  min?: number;
}

/** Placeholders for cards that are loading. */
export function CardSkeletons({ count = 6, min = 340 }: CardSkeletonsProps) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <CardGrid min={min}>
        {Array.from({ length: count }, (_, i) => i).map((i) => (
          <Card key={i} as="div">
            <Skeleton width="46%" height={26} />
            <Skeleton width="30%" />
            <Skeleton variant="rounded" height={58} className={styles.line ?? ''} />
            <Skeleton width="80%" className={styles.line ?? ''} />
          </Card>
        ))}
      </CardGrid>
    </div>
  );
}
