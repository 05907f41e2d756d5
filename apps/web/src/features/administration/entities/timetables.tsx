import { TIMETABLE_ORDERS, timetables } from '@airdeck/contract/control/timetable';
import type { Definition } from '../model/definition.ts';
import { ExceptionsField } from '../timetable/exceptions-field.tsx';
import { exceptionsInWords, weekInWords } from '../timetable/in-words.ts';
import { NextCell } from '../timetable/next-cell.tsx';
import { PurifiersField } from '../timetable/purifiers-field.tsx';
import { TimetablePanel } from '../timetable/timetable-panel.tsx';
import { WeekField } from '../timetable/week-field.tsx';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';

const WORKDAY = [{ start: '0800', end: '1800', mode: 'AUTO' }] as const;

export const TIMETABLE: Definition<typeof timetables> = {
  title: 'timetable',
  entity: 'timetables',
  routes: timetables,
  sortable: TIMETABLE_ORDERS,
  places: 'organization',
  filters: [USE],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name' },
    { name: 'purifier_count', kind: 'number' },
    { name: 'next_time', Cell: NextCell },
    { name: 'time_zone', extra: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'name', kind: 'text', required: true, half: true, hint: 'timetable_name' },
    { name: 'use', kind: 'yesNo', half: true },
    {
      name: 'purifier_ids',
      kind: 'custom',
      Input: PurifiersField,
      inWords: (t, ids) => t('admin.timetable.chosen', { count: (ids as readonly number[] | null)?.length ?? 0 }),
    },
    { name: 'week', kind: 'custom', Input: WeekField, inWords: weekInWords },
    { name: 'exceptions', kind: 'custom', Input: ExceptionsField, inWords: exceptionsInWords },
  ],
  initial: {
    week: [...Array.from({ length: 5 }, () => WORKDAY), [], []],
    exceptions: [],
    purifier_ids: [],
  },
  Panel: TimetablePanel,
  width: 'md',
  nameOf,
  note: 'timetable',
  empty: 'timetable',
};
