import { SIGN_ON_PATH } from '@airdeck/contract/sign-on/path';
import { SIGN_ON_ORDERS, signOnProviders } from '@airdeck/contract/sign-on/routes';
import { type SignOnFields, signOnErrors } from '@airdeck/contract/sign-on/schema';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CopyBox } from '../../../ui/copy-box.tsx';
import type { Definition } from '../model/definition.ts';
import { OwnerCell } from './owner-cell.tsx';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';

/** The address that is registered at the provider. */
function RedirectAddress() {
  const { t } = useTranslation();
  const label = t('admin.signOn.redirect');
  return (
    <section aria-label={label}>
      <p>{t('admin.signOn.redirectText')}</p>
      <CopyBox label={label} text={`${window.location.origin}${SIGN_ON_PATH}`} />
    </section>
  );
}

const hasRoles = ({ role_claim }: FieldValues) => Boolean(role_claim);
const isOfInstallation = ({ organization_id: id }: FieldValues) => id === null || id === undefined;

export const SIGN_ON: Definition<typeof signOnProviders> = {
  title: 'signOn',
  empty: 'signOn',
  entity: 'sign_on_providers',
  routes: signOnProviders,
  sortable: SIGN_ON_ORDERS,
  places: 'organization',
  filters: [USE],
  columns: [
    { name: 'name', primary: true, local: true },
    { name: 'organization_name', Cell: OwnerCell },
    { name: 'issuer', long: true },
    { name: 'client_id', extra: true },
    { name: 'user_count', kind: 'number' },
    { name: 'password_login', kind: 'yesNo' },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  facts: [{ name: 'organization_name', Cell: OwnerCell }],
  Lead: RedirectAddress,
  fields: [
    {
      ...{ name: 'organization_id', kind: 'reference', reference: toOrganization, onlyWhenAdded: true },
      hint: 'sign_on_organization',
    },
    { name: 'name', kind: 'text', required: true, half: true, hint: 'sign_on_name' },
    { name: 'name_en', kind: 'text', half: true },
    { name: 'issuer', kind: 'text', required: true },
    { name: 'client_id', kind: 'text', required: true, half: true },
    { name: 'client_secret', kind: 'password', half: true },
    { name: 'scopes', kind: 'text', required: true },
    { name: 'login_claim', kind: 'text', required: true },
    { name: 'name_claim', kind: 'text', required: true, half: true },
    { name: 'email_claim', kind: 'text', required: true, half: true },
    {
      ...{ name: 'organization_claim', kind: 'text', shown: isOfInstallation },
      when: (item) => item === null || item.organization_id === null,
    },
    { name: 'role_claim', kind: 'text' },
    { name: 'admin_values', kind: 'multiline', half: true, shown: hasRoles },
    { name: 'user_values', kind: 'multiline', half: true, shown: hasRoles },
    { name: 'password_login', kind: 'yesNo', half: true },
    { name: 'use', kind: 'yesNo', half: true },
    { name: 'endpoint_hosts', kind: 'multiline' },
  ],
  initial: {
    ...{ scopes: 'openid profile email', login_claim: 'preferred_username', name_claim: 'name', email_claim: 'email' },
    password_login: 'Y',
  },
  rule: (values, item) =>
    signOnErrors(item === null ? (values.organization_id ?? null) : item.organization_id, values as SignOnFields),
  width: 'md',
  nameOf,
  note: 'signOn',
};
