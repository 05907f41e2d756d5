import { LANGUAGES } from '@airdeck/contract/user/schema';
import { z } from 'zod';
import { storedLogin } from './session-storage.ts';

/** A session in messages between tabs. */
const tabSession = z.object({
  token: z
    .string()
    .max(4_096)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  login: storedLogin,
  /** The language chosen in the sending tab; null is the user's own. */
  language: z.enum(LANGUAGES).nullable(),
});
export type TabSession = z.infer<typeof tabSession>;

const token = tabSession.shape.token;
/** LOGOUT: a person left. EXPIRED: the server took the token no longer. */
const ENDS = ['LOGOUT', 'EXPIRED'] as const;
export type SessionEnd = (typeof ENDS)[number];

/** Messages between the tabs of this origin about the session that they share. */
const tabMessage = z.discriminatedUnion('type', [
  /** A tab without a session asks whether another one has it. */
  z.object({ type: z.literal('ask') }),
  z.object({ type: z.literal('session'), session: tabSession }),
  /** A logout begins; the server ends the session unless it refuses. */
  z.object({ type: z.literal('leaving'), token }),
  z.object({ type: z.literal('ended'), token, why: z.enum(ENDS) }),
  /** A tab is being closed and has reported it to the server. */
  z.object({ type: z.literal('closing'), token }),
]);
export type TabMessage = z.infer<typeof tabMessage>;

/** Reaction of a tab to a message. */
export type Reaction =
  | { do: 'nothing' }
  /** Sends its own session. */
  | { do: 'tell' }
  /** Without a session here: adopts the one of the message. */
  | { do: 'enter'; session: TabSession }
  /** A newer login applies to all tabs: replaces the own session. */
  | { do: 'follow'; session: TabSession }
  /** The end of this session will be a logout. */
  | { do: 'expect'; token: string }
  | { do: 'leave'; why: SessionEnd }
  /** The session is still in use here. */
  | { do: 'stay' };

const NOTHING: Reaction = { do: 'nothing' };

/** When a token was issued, in seconds; 0 if unknown. */
function issuedAt(jwt: string): number {
  try {
    const payload: unknown = JSON.parse(atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return z.object({ iat: z.number() }).safeParse(payload).data?.iat ?? 0;
  } catch {
    return 0;
  }
}

/** All tabs choose the same one of two logins: the newer, and of two in one second either. */
const isNewer = (one: string, other: string): boolean => {
  const apart = issuedAt(one) - issuedAt(other);
  return apart === 0 ? one > other : apart > 0;
};

function reactToSession(session: TabSession, own: string | null): Reaction {
  if (own === null) return { do: 'enter', session };
  if (own === session.token) return NOTHING;
  return isNewer(session.token, own) ? { do: 'follow', session } : { do: 'tell' };
}

/** Reaction of a tab with the token `own`, or none. Foreign messages are ignored. */
export function reactTo(data: unknown, own: string | null): Reaction {
  const message = tabMessage.safeParse(data).data;
  if (message === undefined) return NOTHING;
  if (message.type === 'session') return reactToSession(message.session, own);
  if (own === null) return NOTHING;
  if (message.type === 'ask') return { do: 'tell' };
  if (message.token !== own) return NOTHING;
  if (message.type === 'leaving') return { do: 'expect', token: own };
  return message.type === 'ended' ? { do: 'leave', why: message.why } : { do: 'stay' };
}

const CHANNEL = 'airdeck.session';
let channel: BroadcastChannel | null = null;

/** Opens the channel to the other tabs; without browser support tabs are independent. */
export function openTabs(onMessage: (data: unknown) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const opened = new BroadcastChannel(CHANNEL);
  channel = opened;
  opened.addEventListener('message', ({ data }) => onMessage(data));
  return () => {
    opened.close();
    channel = null;
  };
}

export function tellTabs(message: TabMessage): void {
  channel?.postMessage(message);
}
