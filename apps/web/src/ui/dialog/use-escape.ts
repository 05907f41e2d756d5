import { useEffect, useEffectEvent } from 'react';

/** Escape closes a panel, unless something above it takes it: dialogs, menus and pickers keep theirs to themselves. */
export function useEscape(onEscape: () => void, enabled = true): void {
  const act = useEffectEvent(onEscape);
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
