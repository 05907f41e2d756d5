import type { FieldCode } from '@airdeck/contract/error/field-code';
import { MAINTENANCE_WINDOW_ORDERS, maintenanceWindows } from '@airdeck/contract/maintenance/routes';
import {
  type MaintenanceWindow,
  WINDOW_STATES,
  type WindowState,
  windowErrors,
} from '@airdeck/contract/maintenance/schema';
import { PLACE_KINDS, type PlaceKind } from '@airdeck/contract/monitoring/schema';
import type { FieldValues } from 'react-hook-form';
import { formatDate, viewerZone } from '../../../lib/format/date.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import chip from '../../../ui/work-mode-chip.module.css';
import { EndWindow } from '../maintenance/end-window.tsx';
import { InstantField } from '../maintenance/instant-field.tsx';
import type { Column, Definition } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { STAMPS, toOffice, toOrganization } from './places.ts';
import { toDepartment, toMeter } from './references.ts';

const REFRESH_MS = 30_000;

const LOOK: Readonly<Record<WindowState, { icon: IconName; tone: Tone }>> = {
  PLANNED: { icon: 'info', tone: 0 },
  RUNNING: { icon: 'pause', tone: 3 },
  ENDED: { icon: 'check', tone: 0 },
};

function StateCell({ item: { window_state: state } }: { item: MaintenanceWindow }) {
  const texts = useTexts();
  return (
    <span className={chip.chip} data-tone={LOOK[state].tone}>
      <Icon name={LOOK[state].icon} size={15} />
      {texts.choice('window_state', state)}
    </span>
  );
}

const STATE: Column<MaintenanceWindow> = { name: 'window_state', Cell: StateCell };

const PLACES: readonly Column<MaintenanceWindow>[] = [
  { name: 'organization_name' },
  { name: 'office_name' },
  { name: 'department_name' },
  { name: 'meter_name' },
];

const isOf = (kind: PlaceKind) => (values: FieldValues) => values.place_kind === kind;

const inWords = (_: unknown, instant: unknown): string =>
  typeof instant === 'string' && instant !== ''
    ? formatDate(instant, 'minute', { language: currentLanguage(), timeZone: viewerZone() })
    : '';

const errorsOf = (values: FieldValues, item: MaintenanceWindow | null): Record<string, FieldCode> => {
  const { begin_time, end_time, place_kind } = values;
  const id = `${place_kind}_id`;
  return {
    ...windowErrors(Date.parse(begin_time), Date.parse(end_time)),
    ...(item === null && !values[id] ? { [id]: 'REQUIRED' as const } : {}),
  };
};

export const MAINTENANCE: Definition<typeof maintenanceWindows> = {
  title: 'maintenance',
  entity: 'maintenance_windows',
  routes: maintenanceWindows,
  sortable: MAINTENANCE_WINDOW_ORDERS,
  places: 'department',
  filters: [{ name: 'window_state', choice: 'window_state', options: WINDOW_STATES }],
  columns: [
    { name: 'reason', primary: true, long: true },
    STATE,
    { name: 'begin_time', kind: 'time' },
    { name: 'end_time', kind: 'time' },
    ...PLACES,
    ...STAMPS,
  ],
  facts: [STATE, ...PLACES],
  fields: [
    {
      ...{ name: 'place_kind', kind: 'choice', choice: 'place_kind', options: PLACE_KINDS, required: true },
      onlyWhenAdded: true,
    },
    {
      ...{ name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
      shown: isOf('organization'),
    },
    {
      ...{ name: 'office_id', kind: 'reference', reference: toOffice, required: true, onlyWhenAdded: true },
      shown: isOf('office'),
    },
    {
      ...{ name: 'department_id', kind: 'reference', reference: toDepartment, required: true, onlyWhenAdded: true },
      shown: isOf('department'),
    },
    {
      ...{ name: 'meter_id', kind: 'reference', reference: toMeter, required: true, onlyWhenAdded: true },
      shown: isOf('meter'),
    },
    {
      ...{ name: 'begin_time', kind: 'custom', Input: InstantField, required: true, inWords },
      fixed: ({ window_state }) => window_state !== 'PLANNED',
    },
    { name: 'end_time', kind: 'custom', Input: InstantField, required: true, inWords },
    { name: 'reason', kind: 'text', required: true },
  ],
  initial: { place_kind: 'office' },
  rule: errorsOf,
  nameOf: ({ reason }) => reason,
  lockedBy: ({ window_state }) => (window_state === 'ENDED' ? 'windowEnded' : undefined),
  removable: ({ window_state }) => window_state === 'PLANNED',
  actions: [
    {
      key: 'end',
      label: (t) => t('admin.maintenance.end'),
      visible: ({ window_state }, may) => may.edit && window_state === 'RUNNING',
      Dialog: EndWindow,
    },
  ],
  note: 'maintenance',
  empty: 'maintenance',
  refreshMs: REFRESH_MS,
};
