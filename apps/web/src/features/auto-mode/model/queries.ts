import {
  type AutoMode,
  type AutoModeFields,
  copyAutoMode,
  dryRunAutoMode,
  getAutoMode,
  getAutoModes,
  overrideAutoMode,
  resumeAutoMode,
  setAutoMode,
  syncAutoModes,
} from '@airdeck/contract/control/auto-mode';
import { DEFAULT_PAGE_SIZE, type Page } from '@airdeck/contract/paging';
import type { AutoThresholds } from '@airdeck/domain/control/auto-mode';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queriesOf, queryKey, whileTranslating } from '../../../lib/api/query-keys.ts';
import { textQuery } from '../../../lib/api/text-query.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { AutoModeSearch } from './search.ts';

/** A level changes without a word where the purifier runs so already. */
const REFRESH_MS = 15_000;
/** While a device is about to answer. */
const AWAIT_MS = 1_000;

const isAwaited = ({ sync }: AutoMode): boolean =>
  sync.state === 'SENT' && sync.sent_time !== null && Date.now() - Date.parse(sync.sent_time) < MINUTE_MS;

const refreshOf = (shown: readonly AutoMode[]): number => (shown.some(isAwaited) ? AWAIT_MS : REFRESH_MS);

export function autoModesQuery({ open: _, page = 1, size = DEFAULT_PAGE_SIZE, ...filters }: AutoModeSearch) {
  const query = textQuery({ ...filters, page: page - 1, size });
  return queryOptions<Page<AutoMode>, ApiFailure>({
    queryKey: queryKey('auto-mode', 'list', query),
    queryFn: ({ signal }) => call(getAutoModes, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshOf(state.data?.content ?? []),
  });
}

export function autoModeQuery(id: number) {
  const key = queryKey('auto-mode', 'one', id);
  return queryOptions<AutoMode, ApiFailure>({
    queryKey: key,
    queryFn: ({ signal }) => call(getAutoMode, { params: { id: String(id) }, signal }),
    placeholderData: whileTranslating(key),
    refetchInterval: ({ state }) => refreshOf(state.data ? [state.data] : []),
  });
}

/** Purifiers to which thresholds may be copied. */
const MAX_OFFERED = 2_000;
export const offeredQuery = () =>
  queryOptions<Page<AutoMode>, ApiFailure>({
    queryKey: queryKey('auto-mode', 'offered'),
    queryFn: ({ signal }) => call(getAutoModes, { query: { size: String(MAX_OFFERED) }, signal }),
  });

export const forgetAutoModes = () => queryClient.invalidateQueries(queriesOf('auto-mode'));

const params = (id: number) => ({ id: String(id) });

const changed = async (answer: Promise<AutoMode>): Promise<AutoMode> => {
  const mode = await answer;
  queryClient.setQueryData(autoModeQuery(mode.id).queryKey, mode);
  await forgetAutoModes();
  return mode;
};

export const saveAutoMode = (id: number, fields: AutoModeFields, version: number) =>
  changed(call(setAutoMode, { params: params(id), body: { ...fields, version } }));

export const overrideMode = (id: number, minutes: number | null) =>
  changed(call(overrideAutoMode, { params: params(id), body: { minutes } }));

export const resumeMode = (id: number) => changed(call(resumeAutoMode, { params: params(id) }));

export const dryRun = (id: number, thresholds: AutoThresholds) =>
  call(dryRunAutoMode, { params: params(id), body: { thresholds } });

export const copyQuery = (id: number, purifierIds: readonly number[]) =>
  queryOptions({
    queryKey: queryKey('auto-mode', 'copy', id, purifierIds),
    queryFn: ({ signal }) =>
      call(copyAutoMode, { params: params(id), body: { purifier_ids: [...purifierIds], is_preview: true }, signal }),
    enabled: purifierIds.length > 0,
    placeholderData: keepPreviousData,
  });

export async function copyTo(id: number, purifierIds: readonly number[]) {
  await call(copyAutoMode, { params: params(id), body: { purifier_ids: [...purifierIds], is_preview: false } });
  await forgetAutoModes();
}

export async function syncModes(purifierIds: readonly number[]) {
  await call(syncAutoModes, { body: { purifier_ids: [...purifierIds] } });
  await forgetAutoModes();
}
