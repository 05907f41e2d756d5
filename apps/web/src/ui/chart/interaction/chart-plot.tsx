import { type CSSProperties, useEffect, useRef } from 'react';
import { useStore } from '../../../lib/store.ts';
import styles from '../chart.module.css';
import { type ChartState, visibleRange } from './chart-state.ts';
import { CursorCard, readoutText } from './cursor-card.tsx';
import { listenPointers, listenWheel, pressKey } from './inputs.ts';

interface ChartPlotProps {
  state: ChartState;
  label: string;
  /** Id of the words that describe the lines. */
  describedBy: string;
}

/** The layer over the plot: pointers, wheel and keys, and the cursor with its card. */
export function ChartPlot({ state, label, describedBy }: ChartPlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const cursor = useStore(state.cursor);
  useStore(state.visible);
  const { drawing } = state;
  const { left, right, top, bottom } = drawing.margins;
  const { from, to } = visibleRange(state);
  const readout = cursor === null ? null : drawing.readout(Math.min(to, Math.max(from, cursor)));

  useEffect(() => {
    const plot = element.current;
    if (plot === null) return;
    const stops = [listenPointers(plot, state), listenWheel(plot, state)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [state]);

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
      aria-valuetext={readout === null ? drawing.rangeText({ from, to }) : readoutText(readout)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || !pressKey(event.key, event.shiftKey, state)) return;
        event.preventDefault();
        // Escape that removes the cursor must not also close the panel around the graph.
        event.stopPropagation();
      }}
      onBlur={() => state.cursor.set(null)}
    >
      <DraggedRange state={state} />
      {readout === null ? null : <CursorCard readout={readout} range={{ from, to }} below={drawing.below} />}
    </div>
  );
}

/** The range that a drag would zoom to. */
function DraggedRange({ state }: { state: ChartState }) {
  const selection = useStore(state.dragged);
  if (selection === null) return null;
  const { from, to } = visibleRange(state);
  const share = (time: number) => `${((time - from) / (to - from)) * 100}%`;
  return (
    <div
      className={styles.selection}
      style={{ left: share(selection.from), width: share(from + selection.to - selection.from) }}
    />
  );
}
