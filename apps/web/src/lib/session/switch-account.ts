import { switchAccount } from '@airdeck/contract/session/linked-accounts';
import { call } from '../api/call.ts';
import { expectReload } from './leave-here.ts';
import { markReload } from './session-storage.ts';
import { beginSession } from './session-store.ts';
import { tellSession } from './share-session.ts';

/**
 * Continues as another account of the person, in all tabs, on the first page: nothing that the former account read
 * stays in memory.
 */
export async function switchTo(id: number): Promise<void> {
  const session = await call(switchAccount, { params: { id } });
  expectReload();
  markReload();
  beginSession(session);
  tellSession();
  window.location.assign('/');
}
