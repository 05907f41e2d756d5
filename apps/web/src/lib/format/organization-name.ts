import type { User } from '@airdeck/contract/user/schema';
import { currentLanguage } from '../i18n/i18n.ts';

/** The name of a person's organization in the language of the screen. Not every one has an English one. */
export const organizationOf = (user: Pick<User, 'organization_name' | 'organization_name_en'>): string =>
  currentLanguage() === 'en' ? (user.organization_name_en ?? user.organization_name) : user.organization_name;
