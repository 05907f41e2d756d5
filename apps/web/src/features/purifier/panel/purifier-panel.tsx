import type { CurrentPurifier } from '@airdeck/contract/purifier/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ControlLink } from '../../../ui/control-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PanelHead, SidePanel } from '../../../ui/panel/side-panel.tsx';
import { ControllerLine } from '../../../ui/purifier/controller-line.tsx';
import { PurifierFacts } from '../../../ui/purifier/purifier-facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ActivityCell, Lasted } from '../current/columns.tsx';
import { purifierQuery } from '../model/queries.ts';
import { EffectSection } from './effect-section.tsx';
import { FilterSection } from './filter-section.tsx';
import styles from './panel.module.css';
import { SwitchOffSection } from './switch-off-section.tsx';

interface PurifierPanelProps {
  id: number;
  onClose: () => void;
}

/** Panel of a purifier beside its list: reported state, filters, and effect on the air. */
export function PurifierPanel({ id, onClose }: PurifierPanelProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(purifierQuery(id));
  return (
    <SidePanel
      label={t('purifier.panel.label')}
      query={{ data, error, refetch }}
      gone={t('purifier.panel.gone')}
      onClose={onClose}
    >
      {(purifier) => <Content purifier={purifier} />}
    </SidePanel>
  );
}

function Content({ purifier }: { purifier: CurrentPurifier }) {
  const { t } = useTranslation();
  const { id, name, meter_id, meter_name, organization_name, office_name, department_name, state } = purifier;
  return (
    <>
      <PanelHead
        mark={
          <span className={styles.mode}>
            <ActivityCell row={purifier} />
            <Lasted row={purifier} />
            <ControllerLine controller={purifier.controlled_by} timeZone={purifier.time_zone} />
          </span>
        }
        title={`${meter_name} · ${name}`}
        place={[organization_name, office_name, department_name].join('\u00a0· ')}
        links={
          <>
            <ControlLink meterId={meter_id} purifierId={id} />
            <Link to="/monitoring/purifier/{-$id}" params={{ id: String(meter_id) }} search={() => ({})}>
              {t('purifier.panel.monitor')}
              <Icon name="arrowRight" size={16} />
            </Link>
            <Link to="/current/current/currentair" search={() => ({ purifier: [id], view: 'list' as const })}>
              {t('purifier.panel.history')}
              <Icon name="arrowRight" size={16} />
            </Link>
          </>
        }
      />
      {state === null ? (
        <p>{t('monitoring.purifier.notYet')}</p>
      ) : (
        <>
          <section data-stale={purifier.stale || undefined}>
            <h3>{t('purifier.facts')}</h3>
            <PurifierFacts state={state} />
            {purifier.collected_time === null ? null : (
              <p className={styles.foot}>
                {t('monitoring.purifier.collected')}{' '}
                <RelativeTime time={purifier.collected_time} timeZone={purifier.time_zone} />
              </p>
            )}
          </section>
          <FilterSection purifier={purifier} />
          <EffectSection id={id} timeZone={purifier.time_zone} />
          <SwitchOffSection id={id} timeZone={purifier.time_zone} />
        </>
      )}
    </>
  );
}
