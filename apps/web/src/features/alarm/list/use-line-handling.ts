import { type AlarmAction, MAX_HANDLED } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../../lib/api/query-client.ts';
import { useFailureMessage } from '../../../ui/state/failure-alert.tsx';
import { useHandling } from '../handling/use-handling.tsx';
import { type Line, sizeOf } from '../model/line.ts';
import { membersQuery } from '../model/queries.ts';
import type { AlarmSearch } from '../model/search.ts';

/** Every alarm of some lines once, as it is now, at most as many as can be handled together. */
const alarmsOf = async (lines: readonly Line[], search: AlarmSearch): Promise<{ alarms: Alarm[]; left: number }> => {
  const found = new Map<number, Alarm>();
  let left = 0;
  for (const { alarm, group } of lines) {
    if (group === null) {
      found.set(alarm.id, alarm);
      continue;
    }
    const { content, totalElements } = await queryClient.fetchQuery(membersQuery(search, alarm, MAX_HANDLED));
    left += totalElements - content.length;
    for (const member of content) found.set(member.id, member);
  }
  const alarms = [...found.values()];
  return { alarms: alarms.slice(0, MAX_HANDLED), left: left + Math.max(0, alarms.length - MAX_HANDLED) };
};

/** A way to begin something with the alarms of some lines, all those of a group, and the dialog that it opens. */
export function useLineHandling(search: AlarmSearch, onDone?: () => void) {
  const { begin, dialog } = useHandling(onDone);
  const tellFailure = useFailureMessage();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ lines }: { action: AlarmAction; lines: readonly Line[] }) => alarmsOf(lines, search),
    onSuccess: ({ alarms, left }, { action }) => begin(action, alarms, left),
    onError: tellFailure,
  });
  return {
    isPending,
    dialog,
    begin: (action: AlarmAction, lines: readonly Line[]) => {
      if (lines.every((line) => sizeOf(line) === 1))
        begin(
          action,
          lines.map(({ alarm }) => alarm),
        );
      else mutate({ action, lines });
    },
  };
}
