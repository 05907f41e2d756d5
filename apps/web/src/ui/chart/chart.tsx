import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateForm } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { EmptyState } from '../state/empty-state.tsx';
import { PHONE } from '../theme/tokens.ts';
import type { ChartBands, ChartSeries } from './chart-data.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartTable } from './chart-table.tsx';
import { lineDrawing } from './line-drawing.ts';
import type { LineLook } from './line-look.ts';
import { lineSummary } from './line-summary.ts';
import type { View } from './view.ts';

export interface ChartProps {
  /** What it shows, in words. */
  label: string;
  /** Three series at most, each with its earlier periods; stable between changes. */
  series: readonly ChartSeries[];
  /** What the period itself and those 1, 2, 3 earlier are called; stable. None when only it is drawn. */
  periods?: readonly string[];
  unit: string;
  digits: number;
  /** Epoch ms: the axis spans this, whatever was measured. */
  from: number;
  to: number;
  /** What was asked for, where the axis spans a little more; stable. */
  period?: View | undefined;
  timeZone?: string | undefined;
  /** How the time of a point is written; as a minute when left out. */
  timeForm?: DateForm;
  bands?: ChartBands | undefined;
  height?: number;
  /** In place of the plain legend. */
  legend?: React.ReactNode;
  /** Why there may be nothing to draw. */
  empty?: string;
  /** Whether the values stand below as a table too; a screen that has its own list says no. */
  table?: boolean;
}

const NONE: readonly never[] = [];
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Lines over time: grade bands behind them, gaps left open, dashed the same of earlier periods. Drag, wheel and pinch
 * zoom, the cursor reads all lines, a picture can be saved, and a table has the same values.
 */
export function Chart(props: ChartProps) {
  const { label, series, periods = NONE, unit, digits, from, to, period, bands, empty, legend } = props;
  const { timeZone = ownZone(), timeForm = 'minute', height = 260, table = true } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const phone = useMediaQuery(PHONE);
  const look = useMemo(
    (): LineLook => ({
      ...{ series, periods, unit, digits, language, timeZone, timeForm, from, to, period, bands },
      ratingName: phone ? undefined : (rating) => t(`grade.rating.${rating}`),
    }),
    [series, periods, unit, digits, language, timeZone, timeForm, from, to, period, bands, phone, t],
  );
  const drawing = useMemo(() => lineDrawing(look), [look]);
  const summary = useMemo(() => lineSummary(look, t), [look, t]);
  if (drawing === null) {
    return (
      <>
        {legend}
        <EmptyState text={empty ?? t('common.empty.chart')} />
      </>
    );
  }
  return (
    <ChartFigure
      label={label}
      drawing={drawing}
      height={height}
      legend={legend}
      summary={summary}
      table={table ? () => <ChartTable look={look} label={label} /> : undefined}
    />
  );
}
