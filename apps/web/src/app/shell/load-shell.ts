/** The frame of every screen that needs a session. */
export const loadShell = () => import('./shell.tsx');
