import styles from './card.module.css';

interface CardProps {
  children: React.ReactNode;
  /** `article` for one of many of a kind, `section` for a part of the page. */
  as?: 'section' | 'article' | 'div';
  'aria-label'?: string;
}

/** The white surface that everything stands on. */
export function Card({ children, as: Element = 'section', ...rest }: CardProps) {
  return (
    <Element className={styles.card} {...rest}>
      {children}
    </Element>
  );
}
