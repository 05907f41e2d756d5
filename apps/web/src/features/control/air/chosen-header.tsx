import type { ControlTarget } from '@airdeck/contract/control/schema';
import { CONTROLLERS } from '@airdeck/domain/control/controller';
import { ACTIVITIES, activityOf } from '@airdeck/domain/purifier-state';
import { useTranslation } from 'react-i18next';
import { ActivityChip } from '../../../ui/purifier/activity-chip.tsx';
import { ControllerLine } from '../../../ui/purifier/controller-line.tsx';
import { generalObstacles } from '../model/targets.ts';
import { purifierPlace } from '../model/texts.ts';
import { ObstacleMark } from '../shared/marks.tsx';
import styles from './panel.module.css';

interface ChosenProps {
  targets: readonly ControlTarget[];
}

/** The chosen purifiers, and how they are. The place for obstacles is reserved: one may come with a result. */
export function ChosenHeader({ targets }: ChosenProps) {
  const [only, ...others] = targets;
  const isAlone = only !== undefined && others.length === 0;
  return (
    <header className={styles.chosen}>
      {isAlone ? (
        <>
          <h2>{only.name}</h2>
          <p>{purifierPlace(only)}</p>
        </>
      ) : (
        <Several targets={targets} />
      )}
      <div className={styles.now}>{isAlone ? <Now target={only} /> : <Counts targets={targets} />}</div>
    </header>
  );
}

/** Number of purifiers listed by name. */
const MAX_NAMED = 3;

function Several({ targets }: ChosenProps) {
  const { t } = useTranslation();
  const more = targets.length - MAX_NAMED;
  const names = targets.slice(0, MAX_NAMED).map(({ meter_name, name }) => `${meter_name} ${name}`);
  return (
    <>
      <h2>{t('control.panel.title', { count: targets.length })}</h2>
      <p>
        {names.join(', ')} {more > 0 ? t('control.panel.more', { count: more }) : null}
      </p>
    </>
  );
}

const activityOfTarget = ({ state, stale, obstacle }: ControlTarget) =>
  activityOf(state, stale || obstacle === 'METER_DISCONNECT');

/** Activity and controller of one purifier; an obstacle to all commands instead of its controller. */
function Now({ target }: { target: ControlTarget }) {
  const { t } = useTranslation();
  const { obstacle, controlled_by } = target;
  return (
    <>
      <ActivityChip activity={activityOfTarget(target)} />
      {obstacle === null ? (
        <ControllerLine controller={controlled_by} />
      ) : (
        <p className={styles.general}>
          <ObstacleMark obstacle={obstacle} /> {t(`control.obstacle.${obstacle}`)}
        </p>
      )}
    </>
  );
}

/** How many of several purifiers do what and are controlled by what, and how many take no command. */
function Counts({ targets }: ChosenProps) {
  const { t } = useTranslation();
  const obstacles = generalObstacles(targets);
  const counted = <Value extends string>(values: readonly Value[], of: (target: ControlTarget) => Value) =>
    values.map((value) => ({ value, count: targets.filter((target) => of(target) === value).length }));
  const text = (counts: readonly { by: string; count: number }[]) =>
    counts
      .flatMap((each) => (each.count > 0 ? [t('purifier.controller.count', each)] : []))
      .join(t('common.separator'));
  const blocked = obstacles.reduce((sum, { count }) => sum + count, 0);
  const reasons = obstacles
    .map(({ value, count }) => t('control.panel.reason', { reason: t(`admin.choice.obstacle.${value}`), count }))
    .join(', ');
  return (
    <>
      <span>
        {t('purifier.activity.label')}:{' '}
        {text(
          counted(ACTIVITIES, activityOfTarget).map(({ value, count }) => ({
            by: t(`purifier.activity.${value}`),
            count,
          })),
        )}
      </span>
      <span>
        {t('purifier.controller.label')}:{' '}
        {text(
          counted(CONTROLLERS, ({ controlled_by }) => controlled_by.by).map(({ value, count }) => ({
            ...{ by: t(`purifier.controller.${value}`), count },
          })),
        )}
      </span>
      {blocked === 0 ? null : (
        <p className={styles.general}>{t('control.panel.some', { count: blocked, total: targets.length, reasons })}</p>
      )}
    </>
  );
}
