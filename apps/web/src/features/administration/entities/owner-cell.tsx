import { useTranslation } from 'react-i18next';

/** The organization of a row; one without is for all organizations. */
export function OwnerCell({ item }: { item: { organization_name: string | null } }) {
  const { t } = useTranslation();
  return <>{item.organization_name ?? t('admin.allOrganizations')}</>;
}
