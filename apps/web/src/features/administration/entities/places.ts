import { departmentImport, officeImport, organizationImport } from '@airdeck/contract/place/import';
import {
  DEPARTMENT_ORDERS,
  departments,
  departmentsBulk,
  OFFICE_ORDERS,
  ORGANIZATION_ORDERS,
  offices,
  organizations,
  organizationsBulk,
} from '@airdeck/contract/place/routes';
import type { Office, Organization } from '@airdeck/contract/place/schema';
import { isLocalRole } from '@airdeck/domain/role';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { AlarmSettingDialog } from '../alarm-rules/alarm-setting-dialog.tsx';
import { anyReference, type Column, type Definition, type Filter } from '../model/definition.ts';
import { localText } from '../model/use-texts.ts';
import { AliasesDialog } from '../organization-code/aliases-dialog.tsx';
import { CodeQuestion } from '../organization-code/code-question.tsx';
import { PublicPageDialog } from '../public-page/public-page-dialog.tsx';
import { RetentionDialog } from '../retention/retention-dialog.tsx';
import { RenewEnrolment } from '../secret/renew-secret.tsx';

/** Its name in the language of the screen. */
export const nameOf = (item: { name: string }): string => String(localText(item, 'name', currentLanguage()));

/** When a row was made and changed: on every screen, on request. */
export const STAMPS: readonly Column<{ created_time: string; updated_time: string }>[] = [
  { name: 'created_time', kind: 'time', extra: true },
  { name: 'updated_time', kind: 'time' },
];

export const USE: Filter<'use'> = { name: 'use', choice: 'use', options: ['Y', 'N'] };

export const toOrganization = anyReference<Organization>({
  list: organizations.list,
  label: nameOf,
  above: [],
  code: ({ code }) => code,
  current: 'organization_name',
  // Users of one organization have no other to choose.
  preset: () => {
    const user = sessionStore.get()?.user;
    return user && isLocalRole(user.authority) ? { id: user.organization_id, label: user.organization_name } : null;
  },
});

export const toOffice = anyReference<Office>({
  list: offices.list,
  label: nameOf,
  above: ['organization_name'],
  sameOrganization: true,
  current: 'office_name',
});

/** Whether the viewer may change the codes of organizations. */
const mayChooseCodes = (): boolean => {
  return mayUser(sessionStore.get()?.user, 'create', 'organizations');
};

export const ORGANIZATION: Definition<typeof organizations> = {
  title: 'organizations',
  entity: 'organizations',
  routes: organizations,
  import: organizationImport,
  bulkEdit: organizationsBulk,
  sortable: ORGANIZATION_ORDERS,
  filters: [USE],
  columns: [
    { name: 'name', primary: true, local: true },
    { name: 'code' },
    { name: 'address' },
    { name: 'phone' },
    { name: 'email', extra: true },
    { name: 'ip', extra: true },
    { name: 'office_count', kind: 'number' },
    { name: 'department_count', kind: 'number' },
    { name: 'meter_count', kind: 'number' },
    { name: 'user_count', kind: 'number' },
    { name: 'time_zone', extra: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  fields: [
    {
      ...{ name: 'code', kind: 'text', required: true, half: true, hint: 'organizationCode' },
      fixed: () => !mayChooseCodes(),
    },
    { name: 'time_zone', kind: 'timeZone', required: true, half: true },
    { name: 'name', kind: 'text', required: true, half: true },
    { name: 'name_en', kind: 'text', half: true },
    { name: 'template_id', kind: 'reference', reference: toOrganization, onlyWhenAdded: true },
    { name: 'address', kind: 'text' },
    { name: 'email', kind: 'email', half: true },
    { name: 'phone', kind: 'phone', half: true },
    { name: 'ip', kind: 'text', half: true },
    { name: 'use', kind: 'yesNo', half: true },
    { name: 'user_control', kind: 'yesNo' },
    { name: 'require_second_factor', kind: 'yesNo' },
    { name: 'latitude', kind: 'number', half: true },
    { name: 'longitude', kind: 'number', half: true },
    { name: 'description', kind: 'longText' },
  ],
  initial: { time_zone: 'Asia/Seoul' },
  nameOf,
  actions: [
    { key: 'retention', label: (t) => t('admin.retention.title'), Dialog: RetentionDialog },
    {
      key: 'codes',
      label: (t) => t('admin.codes.action'),
      visible: (_, may) => may.add,
      Dialog: AliasesDialog,
    },
    { key: 'alarmSetting', label: (t) => t('admin.alarmRule.setting'), Dialog: AlarmSettingDialog },
    { key: 'publicPage', label: (t) => t('publicPage.setting.action'), Dialog: PublicPageDialog },
    {
      key: 'enrolment',
      label: (t) => t('device.secret.enrolment'),
      visible: (_, may) => may.edit,
      Dialog: RenewEnrolment,
    },
  ],
  question: { when: ({ code }, values) => values.code !== code, Dialog: CodeQuestion },
  taken: ['office_count', 'department_count', 'meter_count', 'user_count'],
  typedRemoval: true,
  keepsHistory: true,
};

export const OFFICE: Definition<typeof offices> = {
  title: 'group',
  entity: 'offices',
  routes: offices,
  import: officeImport,
  sortable: OFFICE_ORDERS,
  places: 'organization',
  columns: [
    { name: 'organization_name' },
    { name: 'name', primary: true, local: true },
    { name: 'name_en', extra: true },
    { name: 'department_count', kind: 'number' },
    { name: 'meter_count', kind: 'number' },
    ...STAMPS,
  ],
  facts: [{ name: 'organization_name' }],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'name', kind: 'text', required: true },
    { name: 'name_en', kind: 'text' },
  ],
  nameOf,
  deleted: 'office',
  taken: ['department_count', 'meter_count'],
  typedRemoval: true,
  keepsHistory: true,
  undoable: true,
};

export const DEPARTMENT: Definition<typeof departments> = {
  title: 'department',
  entity: 'departments',
  routes: departments,
  import: departmentImport,
  bulkEdit: departmentsBulk,
  sortable: DEPARTMENT_ORDERS,
  places: 'office',
  columns: [
    { name: 'organization_name' },
    { name: 'office_name' },
    { name: 'name', primary: true, local: true },
    { name: 'name_en', extra: true },
    { name: 'meter_count', kind: 'number' },
    ...STAMPS,
  ],
  fields: [
    { name: 'office_id', kind: 'reference', reference: toOffice, required: true },
    { name: 'name', kind: 'text', required: true },
    { name: 'name_en', kind: 'text' },
  ],
  nameOf,
  deleted: 'department',
  taken: ['meter_count'],
  typedRemoval: true,
  keepsHistory: true,
  undoable: true,
};
