import type { Language } from '@airdeck/contract/user/schema';
import type { Actor } from '@airdeck/domain/policy/may';

/** Who asks, as the session says. */
/** Who changes something, and from where. */
export interface Editor {
  /** null: the command line. */
  userId: number | null;
  ip: string | null;
}

export interface Who extends Actor {
  sessionId: string;
  language: Language;
}
