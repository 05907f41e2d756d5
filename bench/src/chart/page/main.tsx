import { ThemeProvider } from '@mui/material/styles';
import { SnackbarProvider } from 'notistack';
import { createRoot } from 'react-dom/client';
import '../../../../apps/web/src/fonts/fonts.ts';
import { startTexts } from '../../../../apps/web/src/lib/i18n/i18n.ts';
import { loadChart } from '../../../../apps/web/src/ui/chart/image/use-chart-canvas.ts';
import { LineChart } from '../../../../apps/web/src/ui/chart/line/line-chart.tsx';
import { type ChartBands, columnsOf } from '../../../../apps/web/src/ui/chart/model/chart-data.ts';
import { stylePage } from '../../../../apps/web/src/ui/theme/page-styles.ts';
import { theme } from '../../../../apps/web/src/ui/theme/theme.ts';
import { sampleCourse } from './sample-course.ts';
import { firstPaint, watchFrames } from './watch-frames.ts';

const BANDS: ChartBands = {
  bounds: [600, 800, 1000, 1500],
  ratings: ['VERY_GOOD', 'GOOD', 'NORMAL', 'BAD', 'VERY_BAD'],
};
const MINUTE_S = 60;
const MISSED_S = 3 * MINUTE_S;

stylePage();
const root = createRoot(document.getElementById('root') ?? document.body);
const show = (element: React.ReactNode) =>
  root.render(
    <ThemeProvider theme={theme}>
      <SnackbarProvider>{element}</SnackbarProvider>
    </ThemeProvider>,
  );

/** Shows lines that are in memory in the API's format. Returns ms until they are on the screen. */
async function draw(lines: number, points: number): Promise<number> {
  const courses = Array.from({ length: lines }, (_, seed) => sampleCourse(seed, points));
  const drawn = firstPaint();
  const begun = performance.now();
  const series = courses.map(({ times, values }, hue) => ({
    name: `Meter ${hue + 1}`,
    hue,
    earlier: 0,
    stepMs: MINUTE_S * 1000,
    ...columnsOf(times, values, MISSED_S),
  }));
  const from = (courses[0]?.times[0] ?? 0) * 1000;
  const to = (courses[0]?.times.at(-1) ?? 0) * 1000;
  show(
    <LineChart
      label="CO₂"
      series={series}
      unit="ppm"
      digits={0}
      from={from}
      to={to}
      timeZone="Asia/Seoul"
      bands={BANDS}
      height={420}
    />,
  );
  return (await drawn) - begun;
}

/** Turns the wheel over the middle of the plot in every frame for a period. */
function wheel(ms: number, deltasAt: (passed: number) => WheelEventInit) {
  const plot = document.querySelector('[role="slider"]');
  if (plot === null) throw new Error('no plot');
  const { left, width } = plot.getBoundingClientRect();
  const place = { clientX: left + width / 2, bubbles: true, cancelable: true };
  return watchFrames(ms, (passed) => plot.dispatchEvent(new WheelEvent('wheel', { ...place, ...deltasAt(passed) })));
}

const BACK_AND_FORTH_MS = 2_000;
const isBack = (passed: number) => passed % BACK_AND_FORTH_MS > BACK_AND_FORTH_MS / 2;

/** In and out again, down to a fortieth. */
const zoom = (ms: number) => wheel(ms, (passed) => ({ deltaY: isBack(passed) ? 35 : -35 }));
/** With a third of the whole visible, back and forth. */
async function pan(ms: number) {
  await wheel(400, () => ({ deltaY: -26 }));
  return await wheel(ms, (passed) => ({ deltaX: isBack(passed) ? -12 : 12 }));
}

// The state of a screen while it loads data.
await Promise.all([startTexts(), loadChart()]);
show(null);
Object.assign(window, { bench: { draw, zoom, pan, clear: () => show(null) } });
