import { type RefObject, useLayoutEffect } from 'react';

/** Focusable rows' containers: where the focus goes when its row has left the list. */
const LIST = 'section[tabindex]';

/**
 * Moves the focus into a panel that a person has opened, and back to where it was when the panel closes. A panel that an
 * address opens leaves the focus alone.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const opener = document.activeElement;
    if (element === null || !(opener instanceof HTMLElement) || opener === document.body) return;
    element.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      // The person has gone on elsewhere.
      if (activeElement !== document.body && !element.contains(activeElement)) return;
      const list = element.parentElement?.querySelector<HTMLElement>(LIST);
      (opener.isConnected ? opener : list)?.focus({ preventScroll: true });
    };
  }, [panel]);
}
