import { userImport } from '@airdeck/contract/user/import';
import { USER_ORDERS, users } from '@airdeck/contract/user/routes';
import { LANGUAGES, type ManagedUser } from '@airdeck/contract/user/schema';
import { isLocalRole, LOCAL_ROLES, ROLES } from '@airdeck/domain/role';
import { sessionStore } from '../../../lib/session/session-store.ts';
import type { Definition } from '../model/definition.ts';
import { nameOf, toOrganization, USE } from './places.ts';
import { LinkDialog, ResetDialog, UnlockDialog } from './user-dialogs.tsx';

const isOneself = ({ id }: ManagedUser): boolean => id === sessionStore.get()?.user.id;

export const USER: Definition<typeof users> = {
  title: 'user',
  entity: 'users',
  routes: users,
  import: { ...userImport, handsOut: 'links' },
  sortable: USER_ORDERS,
  filters: [{ name: 'authority', choice: 'authority', options: ROLES }, USE],
  columns: [
    { name: 'organization_name' },
    { name: 'name', primary: true },
    { name: 'login' },
    { name: 'email' },
    { name: 'phone', extra: true },
    { name: 'authority', kind: 'choice', choice: 'authority' },
    { name: 'account_state', kind: 'choice', choice: 'account_state' },
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
  ],
  initial: { authority: 'LOCAL_USER', language: 'ko' },
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
      key: 'reset',
      label: (t) => t('admin.user.reset.action'),
      visible: (item, may) => may.edit && !isOneself(item),
      Dialog: ResetDialog,
    },
  ],
  Added: ({ item, onClose }) => <LinkDialog name={nameOf(item)} link={item.link} onClose={onClose} />,
};
