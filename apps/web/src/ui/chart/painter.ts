import type { Drawing } from './drawing.ts';
import { initChart } from './echarts.ts';
import { paintPicture } from './picture.ts';
import type { View } from './view.ts';

/** Draws on an element's canvas, at most once a frame. */
export interface Painter {
  /** Another drawing, or another view of the same. */
  show: (drawing: Drawing, view: View) => void;
  resize: () => void;
  /** What is on the canvas with title and legend, as PNG. */
  picture: (title: string) => Promise<Blob>;
  dispose: () => void;
}

/** Lines and bars by ECharts; every view is handed to it as no more points than there are px. */
export function createPainter(element: HTMLElement): Painter {
  const chart = initChart(element);
  let wanted: { drawing: Drawing; view: View } | null = null;
  let based: Drawing | null = null;
  let frame = 0;
  const paint = () => {
    frame = 0;
    if (wanted === null) return;
    const { drawing, view } = wanted;
    if (based !== drawing) chart.setOption(drawing.base(), { notMerge: true, silent: true, lazyUpdate: true });
    based = drawing;
    const { left, right } = drawing.margins;
    chart.setOption(drawing.frame(view, chart.getWidth() - left - right), { silent: true });
    // In this frame, not in ECharts' next one.
    chart.getZr().flush();
  };
  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const repaint = () => {
    based = null;
    ask();
  };
  // A canvas keeps the letters that it was painted with.
  document.fonts.addEventListener('loadingdone', repaint);
  return {
    show(drawing, view) {
      wanted = { drawing, view };
      ask();
    },
    resize() {
      chart.resize();
      ask();
    },
    picture(title) {
      if (wanted === null) throw new Error('nothing is drawn');
      const { drawing, view } = wanted;
      return paintPicture({ title, drawing, view, draw: (pixelRatio) => chart.renderToCanvas({ pixelRatio }) });
    },
    dispose() {
      document.fonts.removeEventListener('loadingdone', repaint);
      cancelAnimationFrame(frame);
      chart.dispose();
    },
  };
}
