import { REPORT_SCHEDULE_ORDERS, reportSchedules } from '@airdeck/contract/report/schedule';
import { LANGUAGES } from '@airdeck/contract/user/schema';
import type { Definition } from '../model/definition.ts';
import { STAMPS, toOffice } from './places.ts';

export const REPORT_SCHEDULE: Definition<typeof reportSchedules> = {
  title: 'reportSchedule',
  entity: 'report_schedules',
  routes: reportSchedules,
  sortable: REPORT_SCHEDULE_ORDERS,
  places: 'office',
  columns: [
    { name: 'office_name', primary: true },
    { name: 'organization_name' },
    { name: 'send_day', kind: 'number' },
    { name: 'send_hour', kind: 'number' },
    { name: 'report_recipients' },
    { name: 'report_language', kind: 'choice', choice: 'language' },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  fields: [
    { name: 'office_id', kind: 'reference', reference: toOffice, required: true, onlyWhenAdded: true },
    { name: 'send_day', kind: 'number', required: true, half: true },
    { name: 'send_hour', kind: 'number', required: true, half: true },
    { name: 'report_recipients', kind: 'multiline', required: true },
    { name: 'report_language', kind: 'choice', choice: 'language', options: LANGUAGES, required: true, half: true },
    { name: 'use', kind: 'choice', choice: 'use', options: ['Y', 'N'], required: true, half: true },
  ],
  initial: { send_day: 1, send_hour: 8, report_language: 'ko', use: 'Y' },
  facts: [{ name: 'organization_name' }, { name: 'office_name' }],
  actions: [
    {
      key: 'preview',
      label: (t) => t('airReport.preview'),
      to: ({ office_id }) => `/current/current/reports?office=${office_id}`,
    },
  ],
  nameOf: ({ office_name }) => office_name,
  note: 'reportSchedule',
  empty: 'reportSchedule',
};
