import Skeleton from '@mui/material/Skeleton';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store.ts';
import styles from './chart.module.css';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTools } from './chart-tools.tsx';
import type { ChartPainter } from './image/painter.ts';
import { useChartCanvas } from './image/use-chart-canvas.ts';
import { ChartPlot } from './interaction/chart-plot.tsx';
import type { ChartState } from './interaction/chart-state.ts';
import { PanBar } from './interaction/pan-bar.tsx';
import type { Drawing } from './model/drawing.ts';
import type { TimeRange } from './model/time-range.ts';

interface ChartFigureProps {
  /** Title, for screen readers too; title and file name of its picture. */
  label: string;
  /** Place of the values, for the picture and its name. */
  place?: string | undefined;
  drawing: Drawing;
  height: number;
  /** In place of the plain legend. */
  legend?: React.ReactNode;
  /** A description for screen readers: a sentence for each line. */
  summary: readonly string[];
  /** The same values as a table; made when it is opened. */
  table?: (() => React.ReactNode) | undefined;
}

/** A drawing with its legend, zoom, cursor, picture and table. */
export function ChartFigure({ label, place, drawing, height, legend, summary, table }: ChartFigureProps) {
  const { t } = useTranslation();
  const id = useId();
  const state = useChartState(drawing);
  const Canvas = useChartCanvas();
  const painter = useRef<ChartPainter>(null);
  const keepPainter = useCallback((next: ChartPainter | null) => {
    painter.current = next;
  }, []);
  return (
    <figure className={styles.chart} aria-label={label}>
      <div className={styles.head}>
        {legend ?? <ChartLegend entries={drawing.legend} />}
        <ChartTools label={label} place={place} state={state} painter={painter} />
      </div>
      <div className={styles.stage} style={{ height }} id={`${id}-plot`}>
        {Canvas === null ? (
          <Skeleton variant="rounded" height={height} />
        ) : (
          <Canvas state={state} height={height} onPainter={keepPainter} />
        )}
        <ChartPlot state={state} label={label} describedBy={`${id}-words`} />
      </div>
      <PanBar state={state} controls={`${id}-plot`} />
      <div className="sr" id={`${id}-words`}>
        {[...summary, t('chart.keys')].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {table === undefined ? null : <BehindTable table={table} />}
    </figure>
  );
}

/** Zoom and cursor of a drawing. They stay when only its values change, and are reset with another range. */
function useChartState(drawing: Drawing): ChartState {
  const { from, to } = drawing.whole;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period is another zoom
  const stores = useMemo(
    () => ({
      visible: createStore<TimeRange | null>(null),
      cursor: createStore<number | null>(null),
      dragged: createStore<TimeRange | null>(null),
    }),
    [from, to],
  );
  return useMemo(() => ({ drawing, ...stores }), [drawing, stores]);
}

function BehindTable({ table }: { table: () => React.ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('common.chart.table')}</summary>
      {open ? table() : null}
    </details>
  );
}
