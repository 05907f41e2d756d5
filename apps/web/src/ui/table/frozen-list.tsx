import type { Severity } from '@airdeck/contract/standard/schema';
import { type ReactNode, useRef } from 'react';
import { useThrottled } from '../../lib/use-throttled.ts';
import { SeverityMark } from '../severity/severity.tsx';
import styles from './frozen-list.module.css';
import type { FrozenRows } from './use-frozen-rows.ts';

/** In a storm the number of new rows is read out so often. */
const SPOKEN_MS = 20_000;

interface FrozenListProps<Row> {
  frozen: Pick<FrozenRows<Row>, 'news' | 'events' | 'release'>;
  /** Shows the number of waiting rows. */
  text: string;
  /** The worst one among them, which colours the bar. */
  severity?: Severity | undefined;
  children: ReactNode;
}

/**
 * A list whose rows `useFrozenRows` freezes. New rows wait behind a bar on the list's upper edge, which takes no room:
 * no row moves when it appears or disappears.
 */
export function FrozenList<Row>({ frozen, text, severity, children }: FrozenListProps<Row>) {
  const area = useRef<HTMLDivElement>(null);
  const { news, events, release } = frozen;
  const isWaiting = news.count > 0;
  const spoken = useThrottled(text, SPOKEN_MS, `${isWaiting} ${severity}`);
  const show = () => {
    release();
    // Moves the focus before the bar is removed with it.
    const scroller = area.current?.querySelector('section');
    scroller?.focus({ preventScroll: true });
    scroller?.scrollTo({ top: 0 });
    if ((area.current?.getBoundingClientRect().top ?? 0) < 0) area.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={area} {...events}>
      <div className={styles.edge} role="status">
        {isWaiting ? (
          <button type="button" className={styles.bar} data-severity={severity} onClick={show}>
            {severity === undefined ? null : <SeverityMark severity={severity} />}
            <span aria-hidden="true">{text}</span>
            <span className="sr">{spoken}</span>
          </button>
        ) : null}
      </div>
      {children}
    </div>
  );
}
