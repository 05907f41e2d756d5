import type { AlarmAction } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { useState } from 'react';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { HandlingDialog } from './handling-dialog.tsx';

/** Rights of the viewer on alarms. */
export function useMayHandle(): { handle: boolean; remove: boolean; seesAll: boolean } {
  const user = useStore(sessionStore)?.user;
  return {
    handle: mayUser(user, 'handle', 'alarms'),
    remove: mayUser(user, 'delete', 'alarms'),
    seesAll: user?.authority.startsWith('SUPER_') === true,
  };
}

interface Asked {
  action: AlarmAction;
  alarms: readonly Alarm[];
  /** Alarms beyond those that can be handled together. */
  left: number;
}

/** A way to begin something with some alarms, and the dialog that it opens. */
export function useHandling(onDone: () => void = () => undefined) {
  const [asked, setAsked] = useState<Asked | null>(null);
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
  const begin = (action: AlarmAction, alarms: readonly Alarm[], left = 0) => {
    if (alarms.length > 0) setAsked({ action, alarms, left });
  };
  return { begin, dialog };
}
