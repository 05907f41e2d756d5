import type { Session } from '@airdeck/contract/session/schema';
import { finishSignOn } from '@airdeck/contract/sign-on/login';
import { setOwnLanguage } from '@airdeck/contract/user/routes';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api/call.ts';
import { readChosenLanguage } from '../../lib/i18n/i18n.ts';
import { takeSignOn } from '../../lib/session/session-storage.ts';
import { refreshUser } from '../../lib/session/session-store.ts';

/** A language that was switched to at Login is meant for good, as after a login with a password. */
async function keepLanguage({ language }: Session['user']): Promise<void> {
  const chosen = readChosenLanguage();
  if (chosen !== null && chosen !== language) refreshUser(await call(setOwnLanguage, { body: { language: chosen } }));
}

interface SignOnAnswerProps {
  /** The query with which the provider sent the browser back. */
  answer: string;
  onSession: (session: Session) => void;
  onFailure: (failure: Error) => void;
  onEnd: () => void;
}

/** Ends a single sign-on with the answer of the provider, once. Shows nothing itself. */
export function SignOnAnswer({ answer, onSession, onFailure, onEnd }: SignOnAnswerProps) {
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    // Without a secret it was begun in another browser; the server says so.
    call(finishSignOn, { body: { answer: answer || '?', secret: takeSignOn() ?? '-' } })
      .then((session) => {
        onSession(session);
        void keepLanguage(session.user).catch(() => undefined);
      })
      .catch(onFailure)
      .finally(onEnd);
  }, [answer, onSession, onFailure, onEnd]);
  return null;
}
