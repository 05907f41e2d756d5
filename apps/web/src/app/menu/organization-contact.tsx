import { organizations } from '@airdeck/contract/place/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { dialAddress } from '../../shared/instruction/instruction.tsx';
import { useOrganizationHere } from '../use-organization-here.ts';
import styles from './menu.module.css';

/** Whom to ask: the organization of the place on screen, otherwise the user's own, as it is administered. */
export function OrganizationContact() {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useOrganizationHere();
  const { data, error } = useQuery({
    ...routeQuery(organizations.read, { params: { id: String(id) } }),
    enabled: id !== undefined,
  });
  const name = (language === 'en' && data?.name_en) || data?.name;
  return (
    <>
      <h3>{t('shell.service.contact')}</h3>
      <p>{t('shell.service.contactText')}</p>
      {error !== null && data === undefined ? <p role="alert">{t('shell.service.contactFailed')}</p> : null}
      <dl className={styles.contact} aria-busy={data === undefined && error === null}>
        <div>
          <dt>{t('shell.service.organization')}</dt>
          <dd>{name ?? '–'}</dd>
        </div>
        {data?.phone ? (
          <div>
            <dt>{t('shell.service.phone')}</dt>
            <dd>
              <a href={dialAddress(data.phone)}>{data.phone}</a>
            </dd>
          </div>
        ) : null}
        {data?.email ? (
          <div>
            <dt>{t('shell.service.email')}</dt>
            <dd>
              <a href={`mailto:${data.email}`}>{data.email}</a>
            </dd>
          </div>
        ) : null}
      </dl>
      {data !== undefined && !data.phone && !data.email ? <p>{t('shell.service.contactMissing')}</p> : null}
    </>
  );
}
