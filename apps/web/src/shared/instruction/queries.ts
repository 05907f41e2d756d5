import { type AlarmInstruction, getAlarmInstruction, getInstruction } from '@airdeck/contract/alarm/routes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../lib/failure.ts';

/** What to do about an alarm. */
export const instructionQuery = (id: number) =>
  queryOptions<AlarmInstruction, ApiFailure>({
    queryKey: queryKey('alarms', 'instruction', id),
    queryFn: ({ signal }) => call(getAlarmInstruction, { params: { id: String(id) }, signal }),
  });

/** Instructions change rarely; ms. */
const KEEP_MS = 5 * 60_000;

/** What to do about an error of an organization, with or without an alarm. */
export const instructionOfCodeQuery = (code: string, organizationId: number) =>
  queryOptions<AlarmInstruction, ApiFailure>({
    queryKey: queryKey('administration', 'instruction', organizationId, code),
    queryFn: ({ signal }) => call(getInstruction, { query: { code, organizationId: String(organizationId) }, signal }),
    staleTime: KEEP_MS,
  });
