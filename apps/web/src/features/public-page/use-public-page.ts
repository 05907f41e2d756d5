import { getPublicPage, type PublicPage } from '@airdeck/contract/public-page/routes';
import { useEffect, useState } from 'react';
import { apiUrl } from '../../lib/api/url.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';

/** Values change once a minute. */
const REFRESH_MS = 30_000;

export interface PublicPageState {
  page: PublicPage | null;
  /** GONE: there is no such page. FAILED: the last request failed, and `page` may be old. */
  state: 'LOADING' | 'SHOWN' | 'FAILED' | 'GONE';
}

/** The next state after an answer; `page` null: it was no answer that can be shown. */
export const afterAnswer = (
  before: PublicPageState,
  status: number | null,
  page: PublicPage | null,
): PublicPageState => {
  // Values of a page that was switched off are not shown any longer.
  if (status === 404) return { page: null, state: 'GONE' };
  return page === null ? { ...before, state: 'FAILED' } : { page, state: 'SHOWN' };
};

/** Reads a page again and again. No cookie and no token is sent. */
export function usePublicPage(slug: string): PublicPageState {
  const language = useLanguage();
  const [state, setState] = useState<PublicPageState>({ page: null, state: 'LOADING' });
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const url = apiUrl(getPublicPage.path, { slug }, { language });
      const options = { credentials: 'omit', signal: leaving.signal } as const;
      const response = await fetch(url, options).catch(() => null);
      const body: unknown = response?.ok ? await response.json().catch(() => null) : null;
      if (leaving.signal.aborted) return;
      setState((before) => afterAnswer(before, response?.status ?? null, body as PublicPage | null));
    };
    void read();
    const timer = setInterval(() => void read(), REFRESH_MS);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [slug, language]);
  return state;
}
