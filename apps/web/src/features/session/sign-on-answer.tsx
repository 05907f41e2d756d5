import type { Session } from '@airdeck/contract/session/schema';
import { finishSignOn } from '@airdeck/contract/sign-on/login';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api/call.ts';
import { takeSignOn } from '../../lib/session/session-storage.ts';

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
      .then(onSession)
      .catch(onFailure)
      .finally(onEnd);
  }, [answer, onSession, onFailure, onEnd]);
  return null;
}
