import { Link, type LinkProps } from '@tanstack/react-router';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '../lib/store.ts';
import styles from './breadcrumb.module.css';

/** The shell's elements for the breadcrumb, of which a screen draws into one. */
const OUTLETS = {
  /** In the top bar, where there may be room for two lines. */
  bar: createStore<HTMLElement | null>(null),
  /** Above the content, where there is room for any number. */
  strip: createStore<HTMLElement | null>(null),
};

interface OutletProps {
  place: keyof typeof OUTLETS;
  className?: string | undefined;
}

/** For the shell: an element that the breadcrumb may be drawn into. There is one of each at most. */
export function BreadcrumbOutlet({ place, className }: OutletProps) {
  return <div ref={OUTLETS[place].set} className={className} />;
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

const LINES_IN_BAR = 2;
/** The line between it and the ways. */
const BESIDE_PX = 24;
/** Rather too wide than too narrow, at the top bar's size of letters. */
const WIDTH_PX = { hangul: 15, letter: 8.5, separator: 26 };

/** Whether a path can be read in full in the top bar. */
export function fitsInBar(labels: readonly string[], width: number): boolean {
  const wide = (label: string) =>
    [...label].reduce(
      (sum, letter) => sum + (letter > '\u10ff' ? WIDTH_PX.hangul : WIDTH_PX.letter),
      WIDTH_PX.separator,
    );
  const widths = labels.map(wide);
  let [lines, used] = [1, 0];
  for (const each of widths) {
    if (used + each > width && used > 0) [lines, used] = [lines + 1, 0];
    used += each;
  }
  return lines <= LINES_IN_BAR && widths.every((each) => each <= width);
}

/** Shows the end first where there is no room for everything. Its width is read when the whole screen is laid out anyway. */
function showEnd(list: HTMLElement | null) {
  if (list === null) return;
  const frame = requestAnimationFrame(() => {
    list.scrollLeft = list.scrollWidth;
  });
  return () => cancelAnimationFrame(frame);
}

/** For screens: the way up from here, topmost first. It appears in the top bar where it fits, else above the content. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  const { t } = useTranslation();
  const bar = useStore(OUTLETS.bar);
  const strip = useStore(OUTLETS.strip);
  const labels = items.map(({ label }) => label);
  const element = bar !== null && fitsInBar(labels, bar.clientWidth - BESIDE_PX) ? bar : strip;
  if (element === null) return null;
  return createPortal(
    <nav aria-label={t('shell.breadcrumb')}>
      <ol key={labels.join()} ref={showEnd} className={styles.list}>
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
