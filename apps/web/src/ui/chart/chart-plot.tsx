import { type CSSProperties, useEffect, useRef } from 'react';
import { useStore } from '../../lib/store.ts';
import styles from './chart.module.css';
import { CursorCard } from './cursor-card.tsx';
import { listenPointers } from './gestures.ts';
import { pressKey } from './keys.ts';
import { readoutText } from './readout-text.ts';
import { type Surface, viewOf } from './surface.ts';
import { listenWheel } from './wheel.ts';

interface ChartPlotProps {
  surface: Surface;
  label: string;
  /** Id of the words that describe the lines. */
  describedBy: string;
}

/** Lies over the plot: pointers, wheel and keys; the cursor and what stands at it. */
export function ChartPlot({ surface, label, describedBy }: ChartPlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const cursor = useStore(surface.cursor);
  useStore(surface.view);
  const { drawing } = surface;
  const { left, right, top, bottom } = drawing.margins;
  const { from, to } = viewOf(surface);
  const readout = cursor === null ? null : drawing.readout(Math.min(to, Math.max(from, cursor)));

  useEffect(() => {
    const plot = element.current;
    if (plot === null) return;
    const stops = [listenPointers(plot, surface), listenWheel(plot, surface)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [surface]);

  return (
    <div
      ref={element}
      className={styles.plot}
      style={
        { left, right, top, bottom, '--margin-left': `${left}px`, '--margin-right': `${right}px` } as CSSProperties
      }
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={readout?.time ?? from}
      aria-valuetext={readout === null ? drawing.periodText({ from, to }) : readoutText(readout)}
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey && pressKey(event.key, event.shiftKey, surface)) event.preventDefault();
      }}
      onBlur={() => surface.cursor.set(null)}
    >
      <Selection surface={surface} />
      {readout === null ? null : <CursorCard readout={readout} view={{ from, to }} />}
    </div>
  );
}

/** What a drag would zoom to. */
function Selection({ surface }: { surface: Surface }) {
  const selection = useStore(surface.selection);
  if (selection === null) return null;
  const { from, to } = viewOf(surface);
  const share = (time: number) => `${((time - from) / (to - from)) * 100}%`;
  return (
    <div
      className={styles.selection}
      style={{ left: share(selection.from), width: share(from + selection.to - selection.from) }}
    />
  );
}
