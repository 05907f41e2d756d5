import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, ScatterChart, BarChart, GridComponent, MarkAreaComponent, CanvasRenderer]);

/** ECharts with only the parts that the console draws with. */
export const initChart = (element: HTMLElement) => init(element);
export type ChartHandle = ReturnType<typeof initChart>;
