import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Icon } from '../icon.tsx';
import { EmptyState } from '../state/empty-state.tsx';
import styles from './chart.module.css';
import { type ChartBands, type ChartSeries, extentOf, MAX_SERIES } from './chart-data.ts';
import { type ChartLook, lineColor } from './chart-option.ts';
import { ChartTable } from './chart-table.tsx';

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

export interface ChartProps {
  /** What it shows, in words. */
  label: string;
  /** At most three; stable between changes. */
  series: readonly ChartSeries[];
  unit: string;
  digits: number;
  /** Epoch ms: the axis spans this, whatever was measured. */
  from: number;
  to: number;
  timeZone?: string | undefined;
  bands?: ChartBands | undefined;
  height?: number;
  /** Why there may be nothing to draw. */
  empty?: string;
  /** Whether the values stand below as a table too; a screen that has its own list says no. */
  table?: boolean;
}

/** Lines over time: grade bands behind them, gaps left open, a drag zooms in, and a table of the same values. */
export function Chart(props: ChartProps) {
  const { label, series, unit, digits, from, to, timeZone, bands, height = 260, empty, table = true } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const [zoomed, setZoomed] = useState(false);
  const [resets, setResets] = useState(0);
  const look = useMemo(
    (): ChartLook => ({ series: series.slice(0, MAX_SERIES), unit, digits, language, timeZone, from, to, bands }),
    [series, unit, digits, language, timeZone, from, to, bands],
  );
  if (extentOf(look.series) === null) return <EmptyState text={empty ?? t('common.empty.chart')} />;
  return (
    <figure className={styles.chart} style={{ margin: 0 }} aria-label={label}>
      <ul className={styles.legend}>
        {look.series.map((each, i) => (
          <li key={each.name}>
            <span
              className={styles.key}
              data-compare={each.compare || undefined}
              style={{ color: lineColor(each, i) }}
            />
            {each.name}
          </li>
        ))}
        {zoomed ? (
          <li className={styles.reset}>
            <Button onClick={() => setResets(resets + 1)} startIcon={<Icon name="refresh" size={16} />}>
              {t('common.chart.reset')}
            </Button>
          </li>
        ) : null}
      </ul>
      <div className={styles.canvas} role="img" aria-label={`${label}. ${t('common.chart.zoomHint')}`}>
        <Suspense fallback={<Skeleton variant="rounded" height={height} />}>
          <ChartCanvas look={look} height={height} onZoomChange={setZoomed} resets={resets} />
        </Suspense>
      </div>
      {table ? <BehindTable look={look} label={label} /> : null}
    </figure>
  );
}

function BehindTable({ look, label }: { look: ChartLook; label: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('common.chart.table')}</summary>
      {open ? <ChartTable look={look} label={label} /> : null}
    </details>
  );
}
