import { WALL_DISPLAY_ORDERS, wallDisplays } from '@airdeck/contract/wall-display/routes';
import { WALL_LEVELS, WALL_STATES, type WallDisplay, type WallState } from '@airdeck/contract/wall-display/schema';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import chip from '../../../ui/work-mode-chip.module.css';
import type { Column, Definition } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { EndLink, MadeLink, RenewLink } from '../wall/link-dialogs.tsx';
import { PlacesField } from '../wall/places-field.tsx';
import { PlansField } from '../wall/plans-field.tsx';
import { nameOf, STAMPS, toOrganization } from './places.ts';

const REFRESH_MS = 15_000;

const LOOK: Readonly<Record<WallState, { icon: IconName; tone: Tone }>> = {
  NEW: { icon: 'info', tone: 0 },
  ON: { icon: 'check', tone: 3 },
  OFF: { icon: 'offline', tone: 4 },
  ENDED: { icon: 'close', tone: 0 },
};

function StateCell({ item: { wall_state: state } }: { item: WallDisplay }) {
  const texts = useTexts();
  return (
    <span className={chip.chip} data-tone={LOOK[state].tone}>
      <Icon name={LOOK[state].icon} size={15} />
      {texts.choice('wall_state', state)}
    </span>
  );
}

function LastSeenCell({ item: { last_seen_time: time } }: { item: WallDisplay }) {
  return time === null ? <>–</> : <RelativeTime time={time} />;
}

const STATE: Column<WallDisplay> = { name: 'wall_state', Cell: StateCell };

export const WALL_DISPLAY: Definition<typeof wallDisplays> = {
  title: 'wallDisplay',
  entity: 'wall_displays',
  routes: wallDisplays,
  sortable: WALL_DISPLAY_ORDERS,
  places: 'organization',
  filters: [{ name: 'wall_state', choice: 'wall_state', options: WALL_STATES }],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name' },
    STATE,
    { name: 'last_seen_time', Cell: LastSeenCell },
    { name: 'wall_level', kind: 'choice', choice: 'wall_level' },
    { name: 'seconds', kind: 'number', extra: true },
    { name: 'language', kind: 'choice', choice: 'language', extra: true },
    { name: 'made_by' },
    { name: 'ended_time', kind: 'time', extra: true },
    ...STAMPS,
  ],
  facts: [STATE, { name: 'last_seen_time', kind: 'time' }, { name: 'made_by' }],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'name', kind: 'text', required: true },
    { name: 'wall_level', kind: 'choice', choice: 'wall_level', options: WALL_LEVELS, required: true },
    {
      name: 'place_ids',
      kind: 'custom',
      Input: PlacesField,
      inWords: (t, ids) => {
        const count = (ids as readonly number[] | null)?.length ?? 0;
        return count === 0 ? t('wall.places.everything') : t('wall.places.chosen', { count });
      },
    },
    {
      name: 'plan_ids',
      kind: 'custom',
      Input: PlansField,
      inWords: (t, ids) => {
        const count = (ids as readonly number[] | null)?.length ?? 0;
        return count === 0 ? t('wall.plans.none') : t('wall.plans.chosen', { count });
      },
    },
    { name: 'seconds', kind: 'number', required: true, half: true },
    {
      name: 'language',
      kind: 'choice',
      choice: 'language',
      options: ['ko', 'en'],
      required: true,
      half: true,
      hint: 'wall_language',
    },
  ],
  initial: { wall_level: 'OFFICE', place_ids: [], plan_ids: [], seconds: 15, language: 'ko' },
  nameOf,
  Added: MadeLink,
  actions: [
    { key: 'renew', label: (t) => t('wall.link.renew'), visible: (_, may) => may.edit, Dialog: RenewLink },
    {
      key: 'end',
      label: (t) => t('wall.link.end'),
      visible: ({ wall_state }, may) => may.edit && wall_state !== 'ENDED',
      Dialog: EndLink,
    },
  ],
  note: 'wallDisplay',
  empty: 'wallDisplay',
  refreshMs: REFRESH_MS,
};
