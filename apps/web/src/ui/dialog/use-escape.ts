import { useEffect, useEffectEvent } from 'react';

/** Escape closes a panel, unless a dialog, menu or picker above it handles the key. */
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
