import type { AlarmInstruction } from '@airdeck/contract/alarm/routes';
import { useQuery } from '@tanstack/react-query';
import { instructionOfCodeQuery } from '../../../shared/instruction/queries.ts';
import type { AttentionLine } from './attention-query.ts';

/** What to do about an item, and whom to call; undefined while that is not known. */
export function useInstruction(line: AttentionLine | undefined): AlarmInstruction | undefined {
  const { data } = useQuery({
    ...instructionOfCodeQuery(line?.code ?? '', line?.organization_id ?? 0),
    enabled: line !== undefined,
  });
  return data;
}
