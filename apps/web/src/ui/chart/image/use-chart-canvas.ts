import { useEffect, useState } from 'react';
import type { ChartCanvas } from './chart-canvas.tsx';

type Canvas = typeof ChartCanvas;

let loaded: Canvas | null = null;

/** Loads what draws, which is large. */
export async function loadChart(): Promise<Canvas> {
  loaded ??= (await import('./chart-canvas.tsx')).ChartCanvas;
  return loaded;
}

/** For a screen whose data is on the way: both come at once. If it fails, the chart says so. */
export const preloadChart = (): void => {
  loadChart().catch(() => undefined);
};

/**
 * What draws; null until it is loaded. Not by `lazy` and Suspense: React holds back whatever follows a fallback for
 * 300 ms, even when it is there at once.
 */
export function useChartCanvas(): Canvas | null {
  const [canvas, setCanvas] = useState(() => loaded);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (canvas === null) loadChart().then((component) => setCanvas(() => component), setFailure);
  }, [canvas]);
  if (failure !== undefined) throw failure;
  return canvas;
}
