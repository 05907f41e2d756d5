import type { AlarmAction } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { may } from '@airdeck/domain/policy/may';
import { useState } from 'react';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { HandlingDialog } from './handling-dialog.tsx';

/** Rights of the viewer on alarms. */
export function useMayHandle(): { handle: boolean; remove: boolean; seesAll: boolean } {
  const authority = useStore(sessionStore)?.user.authority;
  if (authority === undefined) return { handle: false, remove: false, seesAll: false };
  return {
    handle: may(authority, 'handle', 'alarms'),
    remove: may(authority, 'delete', 'alarms'),
    seesAll: authority.startsWith('SUPER_'),
  };
}

/** A way to begin something with some alarms, and the dialog that it opens. */
export function useHandling(onDone: () => void = () => undefined) {
  const [asked, setAsked] = useState<{ action: AlarmAction; alarms: readonly Alarm[] } | null>(null);
  const close = () => setAsked(null);
  const dialog =
    asked === null ? null : (
      <HandlingDialog
        {...asked}
        onClose={close}
        onDone={() => {
          close();
          onDone();
        }}
      />
    );
  return { begin: (action: AlarmAction, alarms: readonly Alarm[]) => setAsked({ action, alarms }), dialog };
}
