import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { CONTROLLERS } from '@airdeck/domain/control/controller';
import { ACTIVITIES, activityOf } from '@airdeck/domain/purifier-state';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type PurifierControl, purifierControlQuery } from '../../../lib/purifier/controllers.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './purifier.module.css';

/** Activity and controller of the purifiers of a meter, or of all; asked again when the live list shows a change. */
export function usePurifierControl(
  meterId: number | undefined,
  purifiers: readonly PurifierView[],
): PurifierControl | undefined {
  const { data, refetch } = useQuery(purifierControlQuery(meterId));
  const shown = purifiers.map(({ id, state, stale }) => `${id} ${activityOf(state, stale)} ${state?.control}`).join();
  const isCurrent = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what the list shows is the reason to ask again
  useEffect(() => {
    if (isCurrent) void refetch();
  }, [shown]);
  return data;
}

/** The number of all purifiers, of those that do the same, and of those that are controlled by the same. */
export function PurifierSummary({ control, total }: { control: PurifierControl | undefined; total: number }) {
  const { t } = useTranslation();
  if (control === undefined) return <>{t('monitoring.purifier.count', { count: total })}</>;
  const { activities, controllers } = control;
  const all = ACTIVITIES.reduce((sum, activity) => sum + activities[activity], 0);
  const counts = (texts: readonly { by: string; count: number }[]) =>
    texts.flatMap((each) => (each.count > 0 ? [t('purifier.controller.count', each)] : [])).join(t('common.separator'));
  return (
    <span className={styles.summary}>
      <span>
        {t('monitoring.purifier.count', { count: all })}
        {t('common.separator')}
        {counts(ACTIVITIES.map((each) => ({ by: t(`purifier.activity.${each}`), count: activities[each] })))}
      </span>
      {all === 0 ? null : (
        <span>
          {t('purifier.controller.label')}:{' '}
          {counts(CONTROLLERS.map((each) => ({ by: t(`purifier.controller.${each}`), count: controllers[each] })))}
        </span>
      )}
    </span>
  );
}

/** A note that commands are given on another screen. */
export function ControlNote() {
  const { t } = useTranslation();
  return (
    <p className={styles.note}>
      <Icon name="info" size={18} />
      <span>
        {t('monitoring.purifier.controlNote')}{' '}
        <Link to="/management/control/controlair">{t('monitoring.purifier.controlLink')}</Link>
      </span>
    </p>
  );
}
