import { useMemo } from 'react';
import { ChartFigure } from '../chart-figure.tsx';
import { stackDrawing, stackHeight } from './stack-drawing.ts';
import type { StackModel } from './stack-model.ts';
import { hoursText } from './stack-readout.ts';
import { StackTable } from './stack-table.tsx';

interface StackChartProps {
  /** Title, for screen readers too. */
  label: string;
  /** Place of the values, for the picture and its name. */
  place?: string | undefined;
  /** One bucket at least; stable between changes. */
  model: StackModel;
  /** Head of the table's column of panels. */
  panelHead: string;
  /** Chooses the panels, below the plot. */
  choice?: React.ReactNode;
}

const sumOf = (amounts: Float64Array) => amounts.reduce((sum, each) => sum + (Number.isNaN(each) ? 0 : each), 0);

/** Sums of each panel: `Purifier 1: Auto 120:30, Off 47:30`. */
const summaryOf = ({ panels, parts }: StackModel): string[] =>
  panels.map((panel) => {
    const sums = parts.map(({ name }, part) => ({ name, sum: sumOf(panel.parts[part] ?? new Float64Array()) }));
    const said = sums.flatMap(({ name, sum }) => (sum > 0 ? `${name} ${hoursText(sum)}` : []));
    return `${panel.name}: ${said.join(', ')}`;
  });

/** Stacked bars of buckets. Each thing has a small panel; zoom and cursor are shared. */
export function StackChart({ label, place, model, panelHead, choice }: StackChartProps) {
  const drawing = useMemo(() => stackDrawing(model), [model]);
  const summary = useMemo(() => summaryOf(model), [model]);
  return (
    <ChartFigure
      label={label}
      place={place}
      drawing={drawing}
      height={stackHeight(model)}
      summary={summary}
      below={choice}
      table={() => <StackTable model={model} label={label} panelHead={panelHead} />}
    />
  );
}
