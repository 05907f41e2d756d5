import type { ControlTarget, OpenCommand } from '@airdeck/contract/control/schema';
import { type Command, reportedAction } from '@airdeck/domain/control/command';
import { activityOf } from '@airdeck/domain/purifier-state';
import { useTranslation } from 'react-i18next';
import { Duration } from '../../../ui/duration.tsx';
import { ActivityChip } from '../../../ui/purifier/activity-chip.tsx';
import { ControllerLine } from '../../../ui/purifier/controller-line.tsx';
import { actionText, purifierPlace, reportedText } from '../model/texts.ts';
import { ObstacleMark, StateChip } from '../shared/marks.tsx';
import styles from './list.module.css';

export function NameCell({ target }: { target: ControlTarget }) {
  return (
    <span className={styles.name}>
      {target.name}
      <small>{purifierPlace(target)}</small>
    </span>
  );
}

/** Activity and controller of a purifier, and its obstacle to commands. */
export function ActivityCell({ target: { state, stale, controlled_by, obstacle } }: { target: ControlTarget }) {
  const activity = activityOf(state, stale || obstacle === 'METER_DISCONNECT');
  return (
    <span className={styles.mode}>
      <ActivityChip activity={activity} />
      {activity === 'SILENT' ? null : <ControllerLine controller={controlled_by} />}
      {obstacle === null ? null : <ObstacleMark obstacle={obstacle} />}
    </span>
  );
}

/** The most important facts; the command panel shows the rest. */
const FACTS: readonly Command[] = ['FAN_SPEED', 'FAN_DIRECTION', 'VENTILATION'];
const SWITCHES: readonly Command[] = ['UV', 'ANION', 'LIGHT'];

/** The last reported state, and commands that are not confirmed yet. */
export function StateCell({ target: { state, wishes } }: { target: ControlTarget }) {
  const { t } = useTranslation();
  if (state === null) return <span className={styles.quiet}>{t('control.list.never')}</span>;
  const facts = FACTS.flatMap((command) => {
    const action = reportedAction(command, state);
    return action === null ? [] : [{ command, text: reportedText(command, action, t) }];
  });
  const isOn = SWITCHES.filter((command) => reportedAction(command, state) === 'ON');
  return (
    <span className={styles.state}>
      <span className={styles.facts}>
        {facts.map(({ command, text }) => (
          <span key={command}>
            {t(`admin.choice.command.${command}`)} <b>{text}</b>
          </span>
        ))}
        {isOn.map((command) => (
          <span key={command}>
            <b>{t(`admin.choice.command.${command}`)}</b>
          </span>
        ))}
      </span>
      {wishes.map((wish) => (
        <Wish key={wish.id} wish={wish} state={state} />
      ))}
    </span>
  );
}

/** `약 → 강` with how far it is, and since when. */
function Wish({ wish, state }: { wish: OpenCommand; state: NonNullable<ControlTarget['state']> }) {
  const { t } = useTranslation();
  const { command, action, executed_time } = wish;
  const from = reportedText(command, reportedAction(command, state), t);
  return (
    <span className={styles.wish}>
      {t(`admin.choice.command.${command}`)}{' '}
      <b>{t('control.list.wish', { from, to: actionText(command, action, t) })}</b>
      <StateChip state={wish.state}>
        <Duration since={executed_time} until={undefined} />
      </StateChip>
    </span>
  );
}
