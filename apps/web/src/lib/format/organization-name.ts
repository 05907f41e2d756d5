import type { User } from '@airdeck/contract/user/schema';
import { currentLanguage } from '../i18n/i18n.ts';

/** A person's organization as the language of the screen calls it: by its English name, where it has one, in English. */
export const organizationOf = (user: Pick<User, 'organization_name' | 'organization_name_en'>): string =>
  (currentLanguage() === 'en' ? user.organization_name_en : null) ?? user.organization_name;
