/** The first screen after Login. */
export const loadCards = () => import('../../features/monitoring/cards/cards-screen.tsx');
