import type { Alarm } from '@airdeck/contract/alarm/schema';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Line, linesUnder } from '../model/line.ts';
import { belowQuery, MAX_BELOW, membersQuery } from '../model/queries.ts';
import type { AlarmSearch, ChangeAlarmSearch } from '../model/search.ts';
import { isLarge } from './expander.tsx';

type Kept = Alarm & { gone?: boolean };

/** Alarms below a line while no row may appear, disappear or move: as they are now, those that left are marked. */
export const keepAlarms = (shown: readonly Kept[], now: readonly Alarm[]): Kept[] => {
  const byId = new Map(now.map((alarm) => [alarm.id, alarm]));
  return shown.map((alarm) => byId.get(alarm.id) ?? { ...alarm, gone: true });
};

const NOTHING: ReadonlySet<number> = new Set();
const NONE: ReadonlyMap<number, readonly Alarm[]> = new Map();

interface BelowOptions {
  search: AlarmSearch;
  onChange: ChangeAlarmSearch;
  /** No row may appear, disappear or move now, except below a line that was just opened. */
  isHeld: boolean;
}

/** The rows of a list with those below the opened ones, and a way to open or close one. */
export function useLinesBelow(heads: readonly Line[] | undefined, { search, onChange, isHeld }: BelowOptions) {
  const [opened, setOpened] = useState(NOTHING);
  const [shown, setShown] = useState(NONE);
  const open = useMemo(() => heads?.filter(({ id }) => opened.has(id)) ?? [], [heads, opened]);
  const answers = useQueries({
    queries: open.map(({ alarm, group }) =>
      group === null
        ? { ...belowQuery(alarm), select: keep }
        : { ...membersQuery(search, alarm, MAX_BELOW), select: contentOf },
    ),
  });
  const next = new Map(
    open.flatMap(({ id }, i) => {
      const now: readonly Alarm[] | undefined = answers[i]?.data;
      const before = shown.get(id);
      const alarms = before !== undefined && (isHeld || now === undefined) ? before : now;
      return alarms === undefined ? [] : [[id, alarms] as const];
    }),
  );
  if (next.size !== shown.size || [...next].some(([id, alarms]) => shown.get(id) !== alarms)) setShown(next);
  const lines = heads?.flatMap((head) => {
    const at = open.indexOf(head);
    if (at < 0) return [head];
    const alarms = next.get(head.id) ?? [];
    const now = answers[at]?.data;
    return [{ ...head, isOpen: true }, ...linesUnder(head, now === undefined ? alarms : keepAlarms(alarms, now))];
  });
  const toggle = useCallback(
    (line: Line) => {
      if (isLarge(line)) {
        onChange({ group: line.alarm.id, page: undefined }, { visit: true });
        return;
      }
      setOpened((before) => {
        const after = new Set(before);
        if (!after.delete(line.id)) after.add(line.id);
        return after;
      });
    },
    [onChange],
  );
  return { lines, toggle };
}

const keep = (alarms: Alarm[]): Alarm[] => alarms;
const contentOf = ({ content }: { content: Alarm[] }): Alarm[] => content;
