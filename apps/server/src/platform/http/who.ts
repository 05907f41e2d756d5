import type { Language } from '@airdeck/contract/user/schema';
import type { Role } from '@airdeck/domain/role';

/** Who asks, as the session says. */
export interface Who {
  sessionId: string;
  userId: number;
  organizationId: number;
  authority: Role;
  language: Language;
}
