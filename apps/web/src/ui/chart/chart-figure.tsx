import Skeleton from '@mui/material/Skeleton';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store.ts';
import styles from './chart.module.css';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTools } from './chart-tools.tsx';
import type { ChartPainter } from './image/painter.ts';
import { useChartCanvas } from './image/use-chart-canvas.ts';
import { ChartPlot } from './interaction/chart-plot.tsx';
import { type ChartState, useZoomed } from './interaction/chart-state.ts';
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
  /** Below the plot, for choices that are rare. */
  below?: React.ReactNode;
  /** Where the tools go, in a bar above; the legend is then below the plot, which begins higher. null until it is there. */
  toolsIn?: HTMLElement | null | undefined;
  /** A description for screen readers: a sentence for each line. */
  summary: readonly string[];
  /** The same values as a table; made when it is opened. */
  table?: (() => React.ReactNode) | undefined;
}

/** A drawing with its legend, zoom, cursor, picture and table. */
export function ChartFigure(props: ChartFigureProps) {
  const { label, place, drawing, height, legend, below, toolsIn, summary, table } = props;
  const { t } = useTranslation();
  const id = useId();
  const state = useChartState(drawing);
  const Canvas = useChartCanvas();
  const painter = useRef<ChartPainter>(null);
  const keepPainter = useCallback((next: ChartPainter | null) => {
    painter.current = next;
  }, []);
  const tools = <ChartTools label={label} place={place} state={state} painter={painter} />;
  const names = legend ?? <ChartLegend entries={drawing.legend} />;
  const isBarAbove = toolsIn !== undefined;
  return (
    <figure className={styles.chart} aria-label={label}>
      {isBarAbove ? (
        toolsIn !== null && createPortal(tools, toolsIn)
      ) : (
        <div className={styles.head}>
          {names}
          {tools}
        </div>
      )}
      <div className={styles.stage} style={{ height }} id={`${id}-plot`}>
        {Canvas === null ? (
          <Skeleton variant="rounded" height={height} />
        ) : (
          <Canvas state={state} height={height} onPainter={keepPainter} />
        )}
        <ChartPlot state={state} label={label} describedBy={`${id}-words`} />
        <ZoomHint state={state} />
      </div>
      <PanBar state={state} controls={`${id}-plot`} />
      {isBarAbove ? names : null}
      {below}
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

/** How to zoom, in the margin above the plot while a pointer is over the chart. */
function ZoomHint({ state }: { state: ChartState }) {
  const { t } = useTranslation();
  return useZoomed(state) ? null : (
    <span className={styles.zoomHint} style={{ right: state.drawing.margins.right }} aria-hidden="true">
      {t('chart.zoomHint')}
    </span>
  );
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
