import { getDeviceStart } from '@airdeck/contract/device/routes';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { Card } from '../../../ui/card/card.tsx';
import { CopyBox } from '../../../ui/copy-box.tsx';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { portOf, publishCommand, registerCommand } from './commands.ts';
import styles from './start.module.css';

/** Instructions for a console without meters: commands that register one and send its first reading. */
export function FirstReading() {
  const { t } = useTranslation();
  const login = useStore(sessionStore);
  if (login === null) return null;
  if (!mayUser(login.user, 'create', 'meters')) {
    return (
      <Card>
        <EmptyState icon="gauge" title={t('monitoring.never')} text={t('monitoring.start.ask')} />
      </Card>
    );
  }
  return <Steps organization={login.code} />;
}

function Steps({ organization }: { organization: string }) {
  const { t } = useTranslation();
  const names = {
    office: t('monitoring.start.office'),
    department: t('monitoring.start.department'),
    meter: t('monitoring.start.meter'),
  };
  const host = window.location.hostname;
  const { data: start } = useQuery(routeQuery(getDeviceStart, {}));
  return (
    <Card>
      <div className={styles.start}>
        <h2>{t('monitoring.start.title')}</h2>
        <p>{t('monitoring.start.text')}</p>
        <Link to="/management/setup" className={styles.guide}>
          {t('admin.setup.open')}
        </Link>
        <ol className={styles.steps}>
          <li>
            <h3>{t('monitoring.start.register')}</h3>
            <p>{t('monitoring.start.registerText')}</p>
            <CopyBox label={t('monitoring.start.register')} text={registerCommand(organization, names, start)} />
          </li>
          <li>
            <h3>{t('monitoring.start.publish')}</h3>
            <p>{t('monitoring.start.publishText', { port: portOf(start) })}</p>
            {(['mosquitto', 'npx'] as const).map((publisher) => (
              <div key={publisher}>
                <h4>{t(`monitoring.start.${publisher}`)}</h4>
                <CopyBox
                  label={t(`monitoring.start.${publisher}`)}
                  text={publishCommand(publisher, organization, host, start)}
                />
              </div>
            ))}
          </li>
        </ol>
        <p className={styles.watch}>{t('monitoring.start.watch')}</p>
      </div>
    </Card>
  );
}
