import { LineChart } from 'echarts/charts';
import {
  DataZoomComponent,
  GridComponent,
  MarkAreaComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  LineChart,
  GridComponent,
  TooltipComponent,
  MarkAreaComponent,
  DataZoomComponent,
  ToolboxComponent,
  CanvasRenderer,
]);

/** ECharts with only the parts that the console draws with. */
export const initChart = (element: HTMLElement) => init(element);
export type ChartHandle = ReturnType<typeof initChart>;
