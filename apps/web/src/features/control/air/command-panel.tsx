import type { ControlTarget } from '@airdeck/contract/control/schema';
import { ACTION_RULES, type Command } from '@airdeck/domain/control/command';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { commandable, countUnsupported, generalObstacles, obstacleTo, reportedBy } from '../model/targets.ts';
import { purifierPlace, reportedText } from '../model/texts.ts';
import { ObstacleMark } from '../shared/marks.tsx';
import { ChoiceInput, NumberInput, TimeInput } from './action-inputs.tsx';
import { AirNow } from './air-now.tsx';
import styles from './panel.module.css';
import { Results } from './results.tsx';
import type { Sending } from './use-sending.tsx';

/** All commands, as they belong together; the use of filters is one that asks which filter. */
const GROUPS = [
  { key: 'run', commands: ['POWER', 'WORK', 'FAN_SPEED'] },
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

/** Result of the last command, and all commands of the chosen purifiers. */
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
          <Chosen targets={targets} />
          <AirNow targets={targets} />
        </>
      )}
      {failure === null ? null : <FailureAlert error={failure.error} onRetry={failure.again} isRetrying={isPending} />}
      <Results sending={sending} />
      {targets.length === 0
        ? null
        : GROUPS.map(({ key, commands }) => (
            <section key={key} className={styles.group}>
              <h3>{t(`control.group.${key}`)}</h3>
              {commands.map((command) => (
                <CommandRow key={command} command={command} targets={targets} sending={sending} />
              ))}
              {key === 'filter' ? <FilterUse targets={targets} sending={sending} /> : null}
            </section>
          ))}
    </div>
  );
}

/** Number of purifiers listed by name. */
const MAX_NAMED = 3;

function Chosen({ targets }: { targets: readonly ControlTarget[] }) {
  const { t } = useTranslation();
  const [only, ...others] = targets;
  const more = targets.length - MAX_NAMED;
  return (
    <header className={styles.chosen}>
      {only !== undefined && others.length === 0 ? (
        <>
          <h2>{only.name}</h2>
          <p>{purifierPlace(only)}</p>
        </>
      ) : (
        <>
          <h2>{t('control.panel.title', { count: targets.length })}</h2>
          <p>
            {targets
              .slice(0, MAX_NAMED)
              .map(({ meter_name, name }) => `${meter_name} ${name}`)
              .join(', ')}{' '}
            {more > 0 ? t('control.panel.more', { count: more }) : null}
          </p>
        </>
      )}
      <General targets={targets} />
    </header>
  );
}

/** Obstacles to all commands, each once. */
function General({ targets }: { targets: readonly ControlTarget[] }) {
  const { t } = useTranslation();
  const obstacles = generalObstacles(targets);
  const [first] = obstacles;
  if (first === undefined) return null;
  if (targets.length === 1) {
    return (
      <p className={styles.general}>
        <ObstacleMark obstacle={first.value} /> {t(`control.obstacle.${first.value}`)}
      </p>
    );
  }
  const reasons = obstacles
    .map(({ value, count }) => t('control.panel.reason', { reason: t(`admin.choice.obstacle.${value}`), count }))
    .join(', ');
  const count = obstacles.reduce((sum, each) => sum + each.count, 0);
  return <p className={styles.general}>{t('control.panel.some', { count, total: targets.length, reasons })}</p>;
}

interface CommandRowProps extends CommandPanelProps {
  command: Command;
  label?: string;
}

/** One command: its reported value, the values to choose from, and the purifiers that it cannot reach and why. */
function CommandRow({ command, targets, sending, label }: CommandRowProps) {
  const { t } = useTranslation();
  const name = label ?? t(`admin.choice.command.${command}`);
  const reported = reportedBy(command, commandable(targets));
  const [all, ...others] = reported;
  const current = others.length === 0 ? (all?.value ?? null) : null;
  const isUnknown = reported.every(({ value }) => value === null);
  const rule = ACTION_RULES[command];
  const input = {
    ...{ name, command, targets, current },
    disabled: sending.isPending || targets.every((target) => obstacleTo(command, target) !== null),
    onSend: (action: string) => sending.begin(command, action, targets),
  };
  const mixed = reported.map(({ value, count }) => {
    const text = reportedText(command, value, t);
    return others.length === 0 ? text : t('control.panel.mixed', { value: text, count });
  });
  return (
    <div className={styles.command}>
      <span className={styles.label}>
        {name}
        <small>{isUnknown ? t('control.panel.unknown') : t('control.panel.now', { values: mixed.join(', ') })}</small>
      </span>
      {rule.kind === 'choice' ? <ChoiceInput {...input} choices={rule.choices} /> : null}
      {rule.kind === 'number' ? <NumberInput {...input} rule={rule} /> : null}
      {rule.kind === 'time' ? <TimeInput {...input} /> : null}
      <Unsupported command={command} targets={targets} />
    </div>
  );
}

/** Number of purifiers without this command; a reason that applies to all is shown once above. */
function Unsupported({ command, targets }: { command: Command; targets: readonly ControlTarget[] }) {
  const { t } = useTranslation();
  const count = countUnsupported(command, targets);
  if (count === 0) return null;
  if (targets.length === 1) return <p className={styles.obstacle}>{t('control.obstacle.NOT_SUPPORTED')}</p>;
  const reasons = t('admin.choice.obstacle.NOT_SUPPORTED');
  return <p className={styles.obstacle}>{t('control.panel.some', { count, total: targets.length, reasons })}</p>;
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
