import { hasDayFault } from '@airdeck/contract/asked-days';
import {
  exportCommands,
  getCommand,
  getCommandCounts,
  getCommands,
  getControlTargets,
  MAX_TARGETS,
  previewCommand,
  sendCommands,
} from '@airdeck/contract/control/routes';
import type { CommandRecord, ControlTarget } from '@airdeck/contract/control/schema';
import { DEFAULT_PAGE_SIZE, type Page } from '@airdeck/contract/paging';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, download } from '../../../lib/api/call.ts';
import { queryKey, whileTranslating } from '../../../lib/api/query-keys.ts';
import { textQuery } from '../../../lib/api/text-query.ts';
import { ApiFailure } from '../../../lib/failure.ts';
import { viewerToday, viewerZone } from '../../../lib/format/date.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';
import { type Answer, isPending, type Order } from './order.ts';
import type { AirSearch, CommandSearch } from './search.ts';

/** Fallback for changes that no live event reports. */
const RELOAD_MS = 30_000;
/** The same while a command waits for its answer. */
const WAITING_MS = 3_000;

/** Trouble first, unless the address has a sort. */
export const TARGET_ORDER = ['work_mode,ASC'];

/** A purifier that an address names is only to be chosen. */
const targetFilters = ({ purifierId: _, page: __, size: ___, sort = TARGET_ORDER, ...filters }: AirSearch) => ({
  ...filters,
  sort,
});

export function targetsQuery(search: AirSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const query = textQuery({ ...targetFilters(search), page: page - 1, size });
  return queryOptions<Page<ControlTarget>, ApiFailure>({
    queryKey: queryKey('control', 'targets', query),
    queryFn: ({ signal }) => call(getControlTargets, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RELOAD_MS,
  });
}

/** More chosen ones are shown as in the list. */
const MAX_READ = 100;

/** The chosen purifiers: a command may move them to another page of the list. */
export const chosenQuery = (ids: readonly number[]) => {
  const purifierId = ids.slice(0, MAX_READ);
  return queryOptions<ControlTarget[], ApiFailure>({
    queryKey: queryKey('control', 'chosen', purifierId),
    queryFn: async ({ signal }) =>
      (await call(getControlTargets, { query: { purifierId, size: MAX_READ }, signal })).content,
    enabled: purifierId.length > 0,
    refetchInterval: RELOAD_MS,
  });
};

/** Matching purifiers in the order of the list, up to the limit of one command. */
export const listMatching = async (search: AirSearch): Promise<ControlTarget[]> =>
  (await call(getControlTargets, { query: textQuery({ ...targetFilters(search), size: MAX_TARGETS }) })).content;

export const previewQuery = ({ batchId, command, action, targets }: Order) =>
  queryOptions({
    queryKey: queryKey('control', 'preview', batchId),
    queryFn: ({ signal }) =>
      call(previewCommand, { body: { purifier_ids: targets.map(({ id }) => id), command, action }, signal }),
    gcTime: 0,
  });

/** Sends an order; of one purifier alone what keeps it is a failure, and an answer here. */
export async function sendOrder({ batchId, command, action, targets, description }: Order): Promise<Answer[]> {
  const purifier_ids = targets.map(({ id }) => id);
  const body = { batch_id: batchId, purifier_ids, command, action, ...(description && { description }) };
  try {
    return (await call(sendCommands, { body })).results;
  } catch (failure) {
    const [only] = purifier_ids;
    if (!(failure instanceof ApiFailure) || only === undefined || purifier_ids.length > 1) throw failure;
    const { code } = failure;
    if (code !== 'METER_DISCONNECT' && code !== 'DEVICE_UNUSED') throw failure;
    return [{ purifier_id: only, command_id: null, obstacle: code }];
  }
}

/** Results of the commands that were sent together. */
export const batchQuery = (batchId: string) =>
  queryOptions<CommandRecord[], ApiFailure>({
    queryKey: queryKey('control', 'batch', batchId),
    queryFn: async ({ signal }) =>
      (await call(getCommands, { query: { batchId, size: String(MAX_TARGETS) }, signal })).content,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.some(isPending) ? WAITING_MS : false),
  });

/** Days before today with which the history begins. */
const USUAL_DAYS = 30;

/** First day of the history: from the address, else a month ago. */
export const firstDayOf = ({ startTime, batchId }: CommandSearch): string | undefined => {
  if (startTime === 'any' || (startTime === undefined && batchId !== undefined)) return undefined;
  return startTime ?? addDays(viewerToday(), -USUAL_DAYS);
};

export const hasWrongDays = (search: CommandSearch): boolean =>
  hasDayFault({ startTime: firstDayOf(search), endTime: search.endTime }, viewerToday());

const commandFilters = (search: CommandSearch) => {
  const { view: _, unit: __, page: ___, size: ____, sort: _____, open: ______, ...filters } = search;
  return { ...filters, startTime: firstDayOf(search), timeZone: viewerZone() };
};

export function commandsQuery(search: CommandSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE, sort } = search;
  const query = textQuery({ ...commandFilters(search), sort, page: page - 1, size });
  return queryOptions<Page<CommandRecord>, ApiFailure>({
    queryKey: queryKey('control', 'commands', query),
    queryFn: ({ signal }) => call(getCommands, { query, signal }),
    ...(hasWrongDays(search) ? { enabled: false } : { placeholderData: keepPreviousData }),
  });
}

export function commandQuery(id: number) {
  const key = queryKey('control', 'command', id);
  return queryOptions<CommandRecord, ApiFailure>({
    queryKey: key,
    queryFn: ({ signal }) => call(getCommand, { params: { id: String(id) }, signal }),
    placeholderData: whileTranslating(key),
  });
}

export const countsQuery = (search: CommandSearch, unit: BucketUnit, startTime: string, endTime: string) => {
  const query = { ...textQuery({ ...commandFilters(search) }), startTime, endTime, unit };
  return queryOptions({
    queryKey: queryKey('control', 'counts', query),
    queryFn: ({ signal }) => call(getCommandCounts, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** All rows of the history as a file, with times on the viewer's own clock, as on screen. */
export const exportHistory = (search: CommandSearch, options: FileOptions, signal: AbortSignal) =>
  download(exportCommands, {
    query: { ...textQuery({ ...commandFilters(search), sort: search.sort }), ...options },
    signal,
  });
