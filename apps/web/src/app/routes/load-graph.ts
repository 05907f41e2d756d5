/** The graph of the history screens, whose lists do not need it. */
export const loadGraph = () => import('../../features/history/graph/graph-view.tsx');
