import type { Language } from '@airdeck/contract/user/schema';
import type { Actor } from '@airdeck/domain/policy/may';

/** Who changes something, and from where. */
export interface Editor {
  /** null: the command line. */
  userId: number | null;
  ip: string | null;
}

/** The user of the session. */
export interface Who extends Actor {
  sessionId: string;
  language: Language;
  /** Whether a new password comes before anything else. */
  mustRenew?: boolean;
}

/** The wall display of the token. It is no user: it has no role and no session. */
export interface WallViewer {
  /** Names the token that it came with. */
  key: string;
  displayId: number;
}
