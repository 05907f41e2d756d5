import { userImport } from '@airdeck/contract/user/import';
import { USER_ORDERS, users, usersBulk } from '@airdeck/contract/user/routes';
import { LANGUAGES, type ManagedUser } from '@airdeck/contract/user/schema';
import { isLocalRole, LOCAL_ROLES, ROLES } from '@airdeck/domain/role';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../../lib/session/session-store.ts';
import type { Definition, Permissions } from '../model/definition.ts';
import { PlacesDialog } from '../user-places/places-dialog.tsx';
import { InvitationField } from './invitation-field.tsx';
import { ErasureDialog, PersonalDataDialog } from './personal-data-dialogs.tsx';
import { nameOf, toOrganization, USE } from './places.ts';
import { LinkDialog, ResetDialog, SecondFactorDialog, UnlockDialog } from './user-dialogs.tsx';

const isOneself = ({ id }: ManagedUser): boolean => id === sessionStore.get()?.user.id;
const isUnlimitedSuperAdmin = (): boolean => {
  const user = sessionStore.get()?.user;
  return user?.authority === 'SUPER_ADMIN' && !user.assigned;
};
/**
 * Whether the viewer may limit a user, and save or erase the user's personal data. Only a super administrator without a
 * limit reaches users with a role for several organizations.
 */
const reaches = ({ authority }: ManagedUser, may: Permissions): boolean =>
  may.remove && (isLocalRole(authority) || isUnlimitedSuperAdmin());

function AssignedCell({ item: { assigned } }: { item: ManagedUser }) {
  const { t } = useTranslation();
  if (assigned === null) return t('admin.user.places.whole');
  return t('admin.user.places.placeCount', { count: Object.values(assigned).flat().length });
}

export const USER: Definition<typeof users> = {
  title: 'user',
  entity: 'users',
  routes: users,
  bulkEdit: usersBulk,
  import: { ...userImport, handsOut: 'links' },
  sortable: USER_ORDERS,
  places: 'organization',
  filters: [{ name: 'authority', choice: 'authority', options: ROLES }, USE],
  columns: [
    { name: 'organization_name' },
    { name: 'name', primary: true },
    { name: 'login' },
    { name: 'email' },
    { name: 'phone', extra: true },
    { name: 'authority', kind: 'choice', choice: 'authority' },
    { name: 'assigned', Cell: AssignedCell, extra: true },
    { name: 'account_state', kind: 'choice', choice: 'account_state' },
    { name: 'second_factor', kind: 'choice', choice: 'second_factor' },
    { name: 'last_login_time', kind: 'time' },
    { name: 'language', kind: 'choice', choice: 'language', extra: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    { name: 'created_time', kind: 'time', extra: true },
    { name: 'updated_time', kind: 'time', extra: true },
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'login', kind: 'text', required: true, half: true },
    { name: 'name', kind: 'text', required: true, half: true },
    { name: 'email', kind: 'email', half: true },
    { name: 'phone', kind: 'phone', half: true },
    { name: 'authority', kind: 'choice', choice: 'authority', options: LOCAL_ROLES, required: true, half: true },
    { name: 'language', kind: 'choice', choice: 'language', options: LANGUAGES, required: true, half: true },
    { name: 'use', kind: 'yesNo' },
    {
      name: 'mail',
      kind: 'custom',
      Input: InvitationField,
      onlyWhenAdded: true,
      shown: ({ email, use }) => typeof email === 'string' && email !== '' && use === 'Y',
    },
  ],
  initial: { authority: 'LOCAL_USER', language: 'ko', mail: 'Y' },
  nameOf,
  lockedBy: ({ authority }) => (isLocalRole(authority) ? undefined : 'superUser'),
  removable: (item) => !isOneself(item),
  actions: [
    {
      key: 'unlock',
      label: (t) => t('admin.user.unlock.action'),
      visible: ({ account_state }, may) => may.edit && account_state === 'LOCKED',
      Dialog: UnlockDialog,
    },
    {
      key: 'places',
      label: (t) => t('admin.user.places.action'),
      visible: (item, may) => reaches(item, may) && !isOneself(item),
      Dialog: PlacesDialog,
    },
    {
      key: 'reset',
      label: (t) => t('admin.user.reset.action'),
      visible: (item, may) => may.edit && !isOneself(item),
      Dialog: ResetDialog,
    },
    {
      key: 'secondFactor',
      label: (t) => t('admin.user.secondFactor.action'),
      visible: (item, may) => may.edit && item.second_factor === 'ON' && !isOneself(item),
      Dialog: SecondFactorDialog,
    },
    {
      key: 'personalData',
      label: (t) => t('admin.user.personalData.action'),
      visible: reaches,
      Dialog: PersonalDataDialog,
    },
    {
      key: 'erasure',
      label: (t) => t('admin.user.erasure.action'),
      visible: (item, may) => reaches(item, may) && !isOneself(item),
      Dialog: ErasureDialog,
    },
  ],
  Added: ({ item, onClose }) => (
    <LinkDialog name={nameOf(item)} link={item.link} mailedTo={item.mailed ? item.email : null} onClose={onClose} />
  ),
};
