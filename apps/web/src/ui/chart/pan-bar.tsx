import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/store.ts';
import styles from './chart.module.css';
import { changeView, type Surface, viewOf } from './surface.ts';
import { panBy, type View } from './view.ts';

/** Which part of the whole is in sight, and moves it. Only there when something is out of sight. */
export function PanBar({ surface, controls }: { surface: Surface; controls: string }) {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; view: View }>(null);
  const zoomed = useStore(surface.view) !== null;
  const { whole, margins } = surface.drawing;
  const { from, to } = viewOf(surface);
  const span = whole.to - whole.from;
  const move = (clientX: number) => {
    if (drag.current === null || track.current === null) return;
    const { x, view } = drag.current;
    const by = ((clientX - x) / track.current.clientWidth) * span;
    changeView(surface, { from: view.from + by, to: view.to + by });
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
          aria-valuetext={surface.drawing.periodText({ from, to })}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, view: { from, to } };
          }}
          onPointerMove={({ clientX }) => move(clientX)}
          onPointerUp={stop}
          onPointerCancel={stop}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') changeView(surface, panBy({ from, to }, -0.1));
            if (key === 'ArrowRight') changeView(surface, panBy({ from, to }, 0.1));
          }}
        />
      ) : null}
    </div>
  );
}
