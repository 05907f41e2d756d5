import type { LiveEvent } from '@airdeck/contract/live/event';
import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { useLive } from '../../../lib/live/use-live.ts';

/** Minimum interval between reloads. */
const RELOAD_MS = 400;

/** Refreshes the queries of control: at once, then again after each further event, one at a time. */
function useReload(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef<'no' | 'running' | 'again'>('no');
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    const run = () => {
      wanted.current = 'running';
      void client.invalidateQueries(queriesOf('control')).finally(() => {
        timer.current = setTimeout(() => {
          const again = wanted.current === 'again';
          wanted.current = 'no';
          if (again) run();
        }, RELOAD_MS);
      });
    };
    if (wanted.current === 'no') run();
    else wanted.current = 'again';
  }, [client]);
}

const ALARMS = { view: 'alarms', id: undefined } as const;

const changesCommands = ({ type }: LiveEvent): boolean => type === 'commands' || type === 'hello';

/** Keeps the cached commands up to date. */
export function useCommandsLive(): void {
  const reload = useReload();
  useLive(ALARMS, (events) => {
    if (events.some(changesCommands)) reload();
  });
}

const PURIFIERS = { view: 'purifier', id: undefined } as const;
const NOTHING: ReadonlyMap<number, PurifierView> = new Map();

/** The same, with the reports of purifiers since then, by id. */
export function useReports(): ReadonlyMap<number, PurifierView> {
  const reload = useReload();
  const [reports, setReports] = useState(NOTHING);
  useLive(PURIFIERS, (events) => {
    if (events.some((event) => changesCommands(event) || event.type === 'site')) reload();
    const views = events.flatMap((event) => (event.type === 'purifiers' ? event.purifiers : []));
    if (views.length === 0) return;
    // A silent purifier may be unreachable, which only the server knows.
    if (views.some(({ stale }) => stale)) reload();
    setReports((before) => new Map([...before, ...views.map((view) => [view.id, view] as const)]));
  });
  return reports;
}
