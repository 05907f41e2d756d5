import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Drawing } from '../model/drawing.ts';
import type { TimeRange } from '../model/time-range.ts';
import { framePicture } from './picture.ts';

use([LineChart, ScatterChart, BarChart, GridComponent, MarkAreaComponent, CanvasRenderer]);

/** ECharts with only the parts that the console draws with. */
const initChart = (element: HTMLElement) => init(element);
/** Draws on an element's canvas, at most once a frame. */
export interface ChartPainter {
  /** Draws another drawing, or another range of the same. */
  show: (drawing: Drawing, range: TimeRange) => void;
  resize: () => void;
  /** The canvas with its heading and legend, as PNG. */
  picture: (title: string, subtitle: string) => Promise<Blob>;
  dispose: () => void;
}

/** Draws lines and bars with ECharts, with no more points than pixels. */
export function createPainter(element: HTMLElement): ChartPainter {
  const chart = initChart(element);
  let wanted: { drawing: Drawing; range: TimeRange } | null = null;
  let based: Drawing | null = null;
  let frame = 0;
  const paint = () => {
    frame = 0;
    if (wanted === null) return;
    const { drawing, range } = wanted;
    if (based !== drawing) chart.setOption(drawing.base(), { notMerge: true, silent: true, lazyUpdate: true });
    based = drawing;
    const { left, right } = drawing.margins;
    chart.setOption(drawing.frame(range, chart.getWidth() - left - right), { silent: true });
    // Draws in this frame instead of ECharts' next one.
    chart.getZr().flush();
  };
  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const repaint = () => {
    based = null;
    ask();
  };
  // A canvas does not change its text when a font arrives.
  document.fonts.addEventListener('loadingdone', repaint);
  return {
    show(drawing, range) {
      const isFirst = wanted === null;
      wanted = { drawing, range };
      // The first time there is nothing to wait for: the chart is on the screen one frame earlier.
      if (isFirst) paint();
      else ask();
    },
    resize() {
      // It is called with the initial size too.
      if (chart.getWidth() === element.clientWidth && chart.getHeight() === element.clientHeight) return;
      chart.resize();
      ask();
    },
    picture(title, subtitle) {
      if (wanted === null) throw new Error('nothing is drawn');
      const { legend } = wanted.drawing;
      return framePicture({ title, subtitle, legend, draw: (pixelRatio) => chart.renderToCanvas({ pixelRatio }) });
    },
    dispose() {
      document.fonts.removeEventListener('loadingdone', repaint);
      cancelAnimationFrame(frame);
      chart.dispose();
    },
  };
}
