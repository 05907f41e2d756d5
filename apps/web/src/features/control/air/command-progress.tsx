import type { CommandState } from '@airdeck/domain/control/command-state';
import { useTranslation } from 'react-i18next';
import { Duration } from '../../../ui/duration.tsx';
import type { DeviceResult, Outcome } from '../model/order.ts';
import type { Progress } from '../model/progress.ts';
import { ObstacleMark, StateChip } from '../shared/marks.tsx';
import styles from './command-row.module.css';

/** Steps behind a command in each state, of requested, sent, and confirmed. */
const STEPS: Readonly<Partial<Record<CommandState, number>>> = { REQUESTED: 1, SENT: 2, ACCEPTED: 2, CONFIRMED: 3 };

/** How far a command to one purifier is: requested, sent, and confirmed or timed out. */
export function SingleProgress({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation();
  if (progress === null) return null;
  const { state, obstacle, since, until } = progress;
  if (obstacle !== null) return <ObstacleMark obstacle={obstacle} />;
  const steps = state === null ? 0 : STEPS[state];
  return (
    <>
      {steps === undefined ? null : (
        <span className={styles.steps} aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <i key={step} data-done={step <= steps || undefined} />
          ))}
        </span>
      )}
      {state === null || since === null ? (
        t('control.result.waiting')
      ) : (
        <StateChip state={state}>
          <Duration since={since} until={until === null ? undefined : Date.parse(until)} />
        </StateChip>
      )}
    </>
  );
}

interface BatchProgressProps {
  underway: boolean;
  results: readonly DeviceResult[];
  /** Purifiers that wait for an order of this command, of any person. */
  waiting: number;
}

/** How many of several purifiers have followed. */
export function BatchProgress({ underway, results, waiting }: BatchProgressProps) {
  const { t } = useTranslation();
  const count = (outcome: Outcome) => results.filter((each) => each.outcome === outcome).length;
  const failed = count('FAILED');
  if (underway) return t('control.result.waiting');
  if (results.length === 0) return waiting === 0 ? null : t('control.result.open', { count: waiting });
  return (
    <>
      {t('control.result.done', { count: count('CONFIRMED'), total: results.length })}
      {failed === 0 ? null : <b>{t('control.result.failed', { count: failed })}</b>}
    </>
  );
}
