import type { Language } from '@airdeck/contract/user/schema';
import type { Actor } from '@airdeck/domain/policy/may';

/** The author of a change, and their address. */
export interface Editor {
  /** null: the command line. */
  userId: number | null;
  /** The name of a person without an account: the operating system's user at the command line. */
  login?: string;
  ip: string | null;
  /** The name of the API token that made the change. */
  tokenName?: string;
}

/** The user of the session, or the owner of the API token. */
export interface Who extends Actor {
  /** Of an API token, a name of its own that is no session's. */
  sessionId: string;
  /** Set with `tokenAccess`. */
  tokenName?: string;
  language: Language;
  /** Whether the user must set a new password or a second factor first. */
  mustRenew?: boolean;
}

/** The wall display of the token. It is not a user: no role and no session. */
export interface WallViewer {
  /** Identifies the request's token. */
  key: string;
  displayId: number;
}
