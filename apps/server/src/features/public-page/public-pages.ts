import { PUBLIC_PAGE_FRESH_MS, type PublicPage } from '@airdeck/contract/public-page/routes';
import type { Language } from '@airdeck/contract/user/schema';
import type { Clock } from '../../platform/clock.ts';
import type { Organization, RegistrySnapshot } from '../../registry/snapshot.ts';

export interface PublicPagesOptions {
  clock: Clock;
  snapshot(): RegistrySnapshot;
  /** The content of an organization's page; null when the organization is disabled. */
  lookAt(page: { organizationId: number; language: Language }): PublicPage | null;
}

interface Known {
  revision: number;
  time: number;
  page: PublicPage | null;
}

const findPublished = ({ organizations }: RegistrySnapshot, slug: string): Organization | undefined => {
  for (const organization of organizations.values()) if (organization.publicSlug === slug) return organization;
  return undefined;
};

/**
 * Returns the page of an address; null: there is none, or it is off. Addresses are compared in memory with those that
 * exist now, and only then is a recent answer repeated: neither guesses nor floods of requests cost a query or an
 * assessment, and a page that was switched off is gone at once.
 */
export const createPublicPages = ({ clock, snapshot, lookAt }: PublicPagesOptions) => {
  const known = new WeakMap<Organization, Map<Language, Known>>();
  return (slug: string, language: Language): PublicPage | null => {
    const organization = findPublished(snapshot(), slug);
    if (!organization) return null;
    const { id, revision } = organization;
    const pages = known.get(organization) ?? new Map<Language, Known>();
    known.set(organization, pages);
    const now = clock.now();
    const last = pages.get(language);
    if (last?.revision === revision && Math.abs(now - last.time) < PUBLIC_PAGE_FRESH_MS) return last.page;
    const page = lookAt({ organizationId: id, language });
    pages.set(language, { revision, time: now, page });
    return page;
  };
};
