import { useBlocker } from '@tanstack/react-router';
import { asksBeforeLeaving, unsavedStore } from '../../lib/session/unsaved.ts';
import { useStore } from '../../lib/store.ts';
import { LeaveDialog } from '../../ui/dialog/leave-dialog.tsx';

interface Place {
  pathname: string;
  search: object;
}

/** Parts of an address that choose which form a screen shows, such as the office of a yearly sheet. */
const FORM_PARTS = ['kind', 'office', 'year'] as const;

const partsOf = (search: object): string => JSON.stringify(search, [...FORM_PARTS]);

/**
 * Whether navigation would close a form: to another screen, in the browser's history, or to another row's address.
 * Closing a form on its own asks earlier and stays on the same screen.
 */
function losesForm(current: Place, next: Place, action: string): boolean {
  if (current.pathname !== next.pathname) return true;
  if (partsOf(current.search) !== partsOf(next.search)) return true;
  const open = 'open' in next.search ? next.search.open : undefined;
  const wasOpen = 'open' in current.search ? current.search.open : undefined;
  if (open === wasOpen) return false;
  return open !== undefined || (action !== 'PUSH' && action !== 'REPLACE');
}

/** Asks before a navigation would lose input that is not saved. */
export function LeaveGuard() {
  const isUnsaved = useStore(unsavedStore) > 0;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next, action }) => asksBeforeLeaving() && losesForm(current, next, action),
    // `lib/session/unsaved.ts` asks the browser's own question.
    enableBeforeUnload: false,
    disabled: !isUnsaved,
    withResolver: true,
  });
  return status === 'blocked' ? <LeaveDialog onStay={reset} onLeave={proceed} /> : null;
}
