import type { ErrorComponentProps } from '@tanstack/react-router';
import { markReload } from '../lib/session/session-storage.ts';
import { ErrorPanel } from '../ui/state/error-panel.tsx';

/** A screen that broke, or whose code is no longer on the server: loading the page again helps with both. */
export function ScreenError({ error }: ErrorComponentProps) {
  const reload = () => {
    markReload();
    window.location.reload();
  };
  return <ErrorPanel error={error instanceof Error ? error : new Error(String(error))} onRetry={reload} />;
}
