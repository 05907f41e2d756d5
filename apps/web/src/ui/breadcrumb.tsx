import { Link, type LinkProps } from '@tanstack/react-router';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '../lib/store.ts';
import styles from './breadcrumb.module.css';

/** The shell's element for the breadcrumb; screens draw into it. */
const outlet = createStore<HTMLElement | null>(null);

interface OutletProps {
  className?: string | undefined;
}

/** For the shell: the element that the breadcrumb is drawn into. There is one at a time. */
export function BreadcrumbOutlet({ className }: OutletProps) {
  return <div ref={outlet.set} className={className} />;
}

export interface Crumb {
  label: string;
  /** Left out for the current screen. */
  to?: LinkProps['to'];
  /** Query of that address. */
  search?: LinkProps['search'];
}

interface BreadcrumbProps {
  items: readonly Crumb[];
}

/** Shows the end first where there is no room for everything. */
function showEnd(list: HTMLElement | null): void {
  if (list !== null) list.scrollLeft = list.scrollWidth;
}

/** For screens: the way up from here, topmost first. It appears in the top bar, on phones below it. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  const { t } = useTranslation();
  const element = useStore(outlet);
  if (element === null) return null;
  return createPortal(
    <nav aria-label={t('shell.breadcrumb')}>
      <ol key={items.map(({ label }) => label).join()} ref={showEnd} className={styles.list}>
        {items.map(({ label, to, search }) => (
          <li key={`${to ?? ''} ${label}`} className={styles.item}>
            {to === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link to={to} search={search}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>,
    element,
  );
}
