import Skeleton from '@mui/material/Skeleton';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store.ts';
import styles from './chart.module.css';
import { ChartLegend } from './chart-legend.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { ChartTools } from './chart-tools.tsx';
import type { Drawing } from './drawing.ts';
import type { Painter } from './painter.ts';
import { PanBar } from './pan-bar.tsx';
import type { Surface } from './surface.ts';
import { useChartCanvas } from './use-chart-canvas.ts';
import type { View } from './view.ts';

interface ChartFigureProps {
  /** What it shows, in words; title and file name of its picture. */
  label: string;
  drawing: Drawing;
  height: number;
  /** In place of the plain legend. */
  legend?: React.ReactNode;
  /** What is drawn, for those who do not see it: a sentence for each line. */
  summary: readonly string[];
  /** The same values as a table; made when it is opened. */
  table?: (() => React.ReactNode) | undefined;
}

/** A drawing with all that belongs to it: legend, zoom and cursor, picture, table. */
export function ChartFigure({ label, drawing, height, legend, summary, table }: ChartFigureProps) {
  const { t } = useTranslation();
  const id = useId();
  const surface = useSurface(drawing);
  const Canvas = useChartCanvas();
  const painter = useRef<Painter>(null);
  const keepPainter = useCallback((next: Painter | null) => {
    painter.current = next;
  }, []);
  return (
    <figure className={styles.chart} aria-label={label}>
      <div className={styles.head}>
        {legend ?? <ChartLegend entries={drawing.legend} />}
        <ChartTools label={label} surface={surface} painter={painter} />
      </div>
      <div className={styles.stage} style={{ height }} id={`${id}-plot`}>
        {Canvas === null ? (
          <Skeleton variant="rounded" height={height} />
        ) : (
          <Canvas surface={surface} height={height} onPainter={keepPainter} />
        )}
        <ChartPlot surface={surface} label={label} describedBy={`${id}-words`} />
      </div>
      <PanBar surface={surface} controls={`${id}-plot`} />
      <div className="sr" id={`${id}-words`}>
        {[...summary, t('chart.keys')].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {table === undefined ? null : <BehindTable table={table} />}
    </figure>
  );
}

/** Zoom and cursor of a drawing. They stay when only its values change, and begin anew with another period. */
function useSurface(drawing: Drawing): Surface {
  const { from, to } = drawing.whole;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period is another zoom
  const stores = useMemo(
    () => ({
      view: createStore<View | null>(null),
      cursor: createStore<number | null>(null),
      selection: createStore<View | null>(null),
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
