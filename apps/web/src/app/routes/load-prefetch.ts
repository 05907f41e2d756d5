/** Code that loads the data of a screen before it is drawn, beside the code of the screen. */
export const loadCardsPrefetch = () => import('../../features/monitoring/sensor/prefetch-cards.ts');
export const loadGraphPrefetch = () => import('../../features/history/graph/prefetch-graph.ts');
