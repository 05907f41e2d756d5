import { useEffect, useRef } from 'react';
import { type ChartLook, chartOption } from './chart-option.ts';
import { type ChartHandle, initChart } from './echarts.ts';

interface ChartCanvasProps {
  look: ChartLook;
  height: number;
  onZoomChange: (zoomed: boolean) => void;
  /** Counts up to ask for the whole span again. */
  resets: number;
}

/** Whole span in sight, as ECharts counts it. */
const WHOLE = { start: 0, end: 100 } as const;

/** A drag over the drawing selects the stretch to zoom to. */
function armDragZoom(chart: ChartHandle): void {
  chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
}

function isZoomed(chart: ChartHandle): boolean {
  const { dataZoom } = chart.getOption() as { dataZoom?: { start?: number; end?: number }[] };
  return (dataZoom ?? []).some(({ start = WHOLE.start, end = WHOLE.end }) => start > WHOLE.start || end < WHOLE.end);
}

export function ChartCanvas({ look, height, onZoomChange, resets }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle>(null);

  useEffect(() => {
    const place = element.current;
    if (place === null) return;
    const chart = initChart(place);
    handle.current = chart;
    chart.on('datazoom', () => onZoomChange(isZoomed(chart)));
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(place);
    return () => {
      watch.disconnect();
      chart.dispose();
      handle.current = null;
    };
  }, [onZoomChange]);

  useEffect(() => {
    let gone = false;
    const draw = () => {
      const option = chartOption(look);
      if (gone || handle.current === null || option === null) return;
      // Lines that are no longer there must go, and the zoom must stay.
      handle.current.setOption(option, { replaceMerge: ['series'] });
      armDragZoom(handle.current);
    };
    // A canvas keeps the letters that it was painted with: the fonts must be there first.
    void document.fonts.ready.then(draw);
    return () => {
      gone = true;
    };
  }, [look]);

  useEffect(() => {
    if (resets > 0) handle.current?.dispatchAction({ type: 'dataZoom', ...WHOLE });
  }, [resets]);

  return <div ref={element} style={{ height }} />;
}
