import { useEffect, useState } from 'react';
import type { ChartCanvas } from './chart-canvas.tsx';

type Canvas = typeof ChartCanvas;

let loaded: Canvas | null = null;

/** Loads the canvas with ECharts, which is large. */
export async function loadChart(): Promise<Canvas> {
  loaded ??= (await import('./chart-canvas.tsx')).ChartCanvas;
  return loaded;
}

/** Loads the chart's code while a screen's data loads. A failure shows when the chart is drawn. */
export const preloadChart = (): void => {
  loadChart().catch(() => undefined);
};

/**
 * The canvas; null until it is loaded. `lazy` and Suspense would not do: React delays the content after a fallback by
 * 300 ms, even when it is loaded at once.
 */
export function useChartCanvas(): Canvas | null {
  const [canvas, setCanvas] = useState(() => loaded);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (canvas !== null) return;
    // If the code cannot be loaded, the values stay visible and the chart appears when the connection is back.
    const failed = (cause: unknown) => (navigator.onLine ? setFailure(cause) : undefined);
    const load = () => void loadChart().then((component) => setCanvas(() => component), failed);
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [canvas]);
  if (failure !== undefined) throw failure;
  return canvas;
}
