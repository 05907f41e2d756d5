import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../lib/store.ts';
import styles from '../chart.module.css';
import { pannedBy, type TimeRange } from '../model/time-range.ts';
import { type ChartState, showRange, visibleRange } from './chart-state.ts';

/** The visible part of the whole, as a thumb that pans it. Nothing while everything is visible. */
export function PanBar({ state, controls }: { state: ChartState; controls: string }) {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; range: TimeRange }>(null);
  const zoomed = useStore(state.visible) !== null;
  const { whole, margins } = state.drawing;
  const { from, to } = visibleRange(state);
  const span = whole.to - whole.from;
  const move = (clientX: number) => {
    if (drag.current === null || track.current === null) return;
    const { x, range } = drag.current;
    const by = ((clientX - x) / track.current.clientWidth) * span;
    showRange(state, { from: range.from + by, to: range.to + by });
  };
  const stop = () => {
    drag.current = null;
  };
  return (
    <div ref={track} className={styles.track} style={{ marginLeft: margins.left, marginRight: margins.right }}>
      {zoomed ? (
        <div
          className={styles.thumb}
          style={{ left: `${((from - whole.from) / span) * 100}%`, width: `${((to - from) / span) * 100}%` }}
          role="scrollbar"
          tabIndex={0}
          aria-label={t('chart.pan')}
          aria-controls={controls}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(((from - whole.from) / Math.max(1, span - (to - from))) * 100)}
          aria-valuetext={state.drawing.rangeText({ from, to })}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, range: { from, to } };
          }}
          onPointerMove={({ clientX }) => move(clientX)}
          onPointerUp={stop}
          onPointerCancel={stop}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') showRange(state, pannedBy({ from, to }, -0.1));
            if (key === 'ArrowRight') showRange(state, pannedBy({ from, to }, 0.1));
          }}
        />
      ) : null}
    </div>
  );
}
