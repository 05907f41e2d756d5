import type { ControlTarget } from '@airdeck/contract/control/schema';
import type { Command } from '@airdeck/domain/control/command';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { AirNow } from './air-now.tsx';
import { ChosenHeader } from './chosen-header.tsx';
import { CommandRow } from './command-row.tsx';
import styles from './panel.module.css';
import { Results } from './results.tsx';
import type { Sending } from './use-sending.tsx';

/** States of work that a purifier reports; WORK, which is none of them, is among the others. */
const WORK_STATES = ['AUTO', 'MANUAL', 'STOP'];

/** The commands of every day are above; these stand behind a press, as they belong together. */
const GROUPS = [
  { key: 'air', commands: ['FAN_DIRECTION', 'VENTILATION'] },
  { key: 'extra', commands: ['UV', 'ANION', 'LIGHT'] },
  { key: 'time', commands: ['START_TIME', 'END_TIME', 'OPERATING_TIME'] },
  { key: 'filter', commands: ['FILTER_PERIOD'] },
  { key: 'source', commands: ['REMOTE'] },
] as const satisfies readonly { key: string; commands: readonly Command[] }[];

interface CommandPanelProps {
  targets: readonly ControlTarget[];
  sending: Sending;
}

/**
 * Commands of the chosen purifiers. Results of a batch and failures come below all controls, so that nothing moves under
 * a finger.
 */
export function CommandPanel({ targets, sending }: CommandPanelProps) {
  const { t } = useTranslation();
  const { failure, isPending } = sending;
  return (
    <div className={styles.content}>
      {targets.length === 0 ? (
        <div className={styles.none}>
          <h2>{t('control.panel.none')}</h2>
          <p>{t('control.panel.noneText')}</p>
        </div>
      ) : (
        <>
          <ChosenHeader targets={targets} />
          <div>
            <CommandRow command="POWER" targets={targets} sending={sending} />
            <CommandRow command="WORK" targets={targets} sending={sending} choices={WORK_STATES} />
            <CommandRow command="FAN_SPEED" targets={targets} sending={sending} />
            <More targets={targets} sending={sending} />
          </div>
        </>
      )}
      {failure === null ? null : <FailureAlert error={failure.error} onRetry={failure.again} isRetrying={isPending} />}
      <Results sending={sending} />
      {targets.length === 0 ? null : <AirNow targets={targets} />}
    </div>
  );
}

/** All other commands. */
function More({ targets, sending }: CommandPanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('control.panel.moreCommands')}
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={18} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <>
            <CommandRow
              command="WORK"
              targets={targets}
              sending={sending}
              choices={['WORK']}
              label={t('control.panel.resume')}
            />
            {GROUPS.map(({ key, commands }) => (
              <section key={key} className={styles.group}>
                <h3>{t(`control.group.${key}`)}</h3>
                {commands.map((command) => (
                  <CommandRow key={command} command={command} targets={targets} sending={sending} />
                ))}
                {key === 'filter' ? <FilterUse targets={targets} sending={sending} /> : null}
              </section>
            ))}
          </>
        ) : null}
      </div>
    </>
  );
}

const FILTERS = ['FILTER_1_USE', 'FILTER_2_USE', 'FILTER_3_USE'] as const satisfies readonly Command[];

/** Hours that a filter has been used: none after it was replaced. */
function FilterUse({ targets, sending }: CommandPanelProps) {
  const { t } = useTranslation();
  const [command, setCommand] = useState<(typeof FILTERS)[number]>('FILTER_1_USE');
  return (
    <>
      <SegmentedControl
        label={t('control.panel.whichFilter')}
        value={command}
        options={FILTERS.map((value, i) => ({ value, label: t('control.panel.filter', { number: i + 1 }) }))}
        onChange={setCommand}
      />
      <CommandRow key={command} command={command} targets={targets} sending={sending} label={t('control.panel.used')} />
    </>
  );
}
