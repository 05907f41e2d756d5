import { useEffect } from 'react';

let unsaved = 0;

/** Whether a form on the page holds input that a reload would lose. */
export const hasUnsavedInput = (): boolean => unsaved > 0;

/** Declares, while it is mounted, that this component holds unsaved input. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    unsaved += 1;
    return () => {
      unsaved -= 1;
    };
  }, [dirty]);
}
