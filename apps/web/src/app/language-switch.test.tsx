// @vitest-environment jsdom
import { organizations } from '@airdeck/contract/place/routes';
import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OFFICE } from '../features/administration/entities/places.ts';
import { itemQuery, offeredQuery, pageQuery } from '../features/administration/model/api.ts';
import { anyDefinition } from '../features/administration/model/definition.ts';
import { autoModesQuery, offeredQuery as offeredPurifiersQuery } from '../features/auto-mode/model/queries.ts';
import { commandQuery, commandsQuery, targetsQuery } from '../features/control/model/queries.ts';
import { useRunningNotices } from '../features/notice/running-notices.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { routeQuery } from '../lib/api/route-query.ts';
import { currentLanguage } from '../lib/i18n/i18n.ts';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { sampleSession } from '../testing/sample-user.ts';
import { speakInTests } from '../testing/screen-setup.ts';

const NAMES = { ko: '한빛초등학교', en: 'Hanbit Elementary School' };

/** The server: every row has its name in the language of the request. */
const answerByLanguage = async (_url: string, init: RequestInit = {}) => {
  const language = new Headers(init.headers).get('accept-language') === 'en' ? 'en' : 'ko';
  const row = { id: 7, version: 1, name: NAMES[language], sync: { state: 'SYNCED', sent_time: null } };
  return new Response(JSON.stringify({ ...row, content: [row], totalPages: 1, totalElements: 1 }));
};

const useRead = (options: object): unknown => useQuery(options as Parameters<typeof useQuery>[0]).data;

const READS: Record<string, () => unknown> = {
  'rows of an administration list': () => useRead(pageQuery(anyDefinition(OFFICE), {})),
  'one row of administration': () => useRead(itemQuery(organizations.read, 7)),
  'rows that a field offers': () =>
    useInfiniteQuery(offeredQuery({ list: organizations.list } as never, '')).data?.pages[0],
  'purifiers of a control list': () => useRead(targetsQuery({})),
  'commands of the history': () => useRead(commandsQuery({})),
  'one command': () => useRead(commandQuery(7)),
  'automatic modes': () => useRead(autoModesQuery({})),
  'purifiers that thresholds may be copied to': () => useRead(offeredPurifiersQuery()),
  'running notices': () => useRunningNotices(),
  'an answer without a query of its own': () => useRead(routeQuery(organizations.read, { params: { id: '7' } })),
};

beforeEach(async () => {
  vi.stubGlobal('fetch', answerByLanguage);
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test.each(Object.entries(READS))('%s: names follow a switch of the language', async (_, useAnswer) => {
  function Names(): ReactNode {
    useTranslation();
    return <p>{JSON.stringify(useAnswer())}</p>;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Names />
    </QueryClientProvider>,
  );
  await screen.findByText(/한빛초등학교/);
  await act(() => i18next.changeLanguage('en'));
  expect(currentLanguage()).toBe('en');
  await screen.findByText(/Hanbit/);
  expect(screen.queryByText(/한빛/)).toBeNull();
});
