import { useEffect } from 'react';
import { createStore, type Store } from '../store.ts';
import { isReloadExpected } from './leave-here.ts';
import { readToken } from './session-storage.ts';
import { sessionStore } from './session-store.ts';

const unsaved = createStore(0);

/** How many forms on the page hold input that is not saved yet. */
export const unsavedStore: Pick<Store<number>, 'get' | 'subscribe'> = unsaved;

export const countUnsaved = (): number => unsaved.get();

/** Whether a form on the page holds input that a reload would lose. */
export const hasUnsavedInput = (): boolean => unsaved.get() > 0;

/** Whether to ask before leaving: not after the end of the session, when the page reloads automatically. */
export const asksBeforeLeaving = (): boolean =>
  hasUnsavedInput() && sessionStore.get() !== null && readToken() !== null && !isReloadExpected();

/** The browser asks in its own words before the page is closed or reloaded. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (asksBeforeLeaving()) event.preventDefault();
}

/** The browser keeps pages that do not listen ready for its back button. */
unsaved.subscribe(() => {
  if (hasUnsavedInput()) window.addEventListener('beforeunload', askBeforeUnload);
  else window.removeEventListener('beforeunload', askBeforeUnload);
});

/** Declares, while it is mounted, that this component holds unsaved input. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    unsaved.set(unsaved.get() + 1);
    return () => unsaved.set(unsaved.get() - 1);
  }, [dirty]);
}
