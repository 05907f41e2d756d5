import type { Language } from '@airdeck/contract/user/schema';
import type { Actor } from '@airdeck/domain/policy/may';

/** The author of a change, and their address. */
export interface Editor {
  /** null: the command line. */
  userId: number | null;
  ip: string | null;
}

/** The user of the session. */
export interface Who extends Actor {
  sessionId: string;
  language: Language;
  /** Whether the user must set a new password first. */
  mustRenew?: boolean;
}

/** The wall display of the token. It is not a user: no role and no session. */
export interface WallViewer {
  /** Identifies the request's token. */
  key: string;
  displayId: number;
}
