import type { ControlTarget } from '@airdeck/contract/control/schema';
import { ACTION_RULES, type Command } from '@airdeck/domain/control/command';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { progressOf } from '../model/progress.ts';
import { commandable, countUnsupported, obstacleTo, reportedBy } from '../model/targets.ts';
import { reportedText } from '../model/texts.ts';
import { NumberInput, TimeInput } from './action-inputs.tsx';
import { BatchProgress, SingleProgress } from './command-progress.tsx';
import styles from './command-row.module.css';
import { Segments } from './segments.tsx';
import type { Sending } from './use-sending.tsx';

interface CommandRowProps {
  command: Command;
  targets: readonly ControlTarget[];
  sending: Sending;
  /** Default: the command's name. */
  label?: string;
  /** Some of the choices; default: all. */
  choices?: readonly string[];
}

/**
 * One command: the states to choose from, the reported one marked, and beside the name how far the last command is. The
 * place for reasons is reserved, so that no result moves a control.
 */
export function CommandRow({ command, targets, sending, label, choices }: CommandRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = label ?? t(`admin.choice.command.${command}`);
  const [all, ...others] = reportedBy(command, commandable(targets));
  const rule = ACTION_RULES[command];
  const underway = sending.underway(command);
  const sent = sending.resultsOf(command, targets);
  const [only] = targets;
  const isAlone = targets.length === 1;
  const progress = only !== undefined && isAlone ? progressOf(command, only, underway, sent) : null;
  const waiting = targets.filter(({ wishes }) => wishes.some((wish) => wish.command === command)).length;
  const input = {
    ...{ name, command, targets },
    disabled: targets.every((target) => obstacleTo(command, target) !== null),
    onSend: (action: string) => sending.begin(command, action, targets),
  };
  const isFailed = sending.failure?.command === command;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which cannot stand beside the progress
    <div className={styles.command} role="group" aria-label={name}>
      <span className={styles.label}>{name}</span>
      <span className={styles.progress} role="status" id={id}>
        {isFailed ? (
          <b>{t('control.panel.notSent')}</b>
        ) : isAlone ? (
          <SingleProgress progress={progress} />
        ) : (
          <BatchProgress underway={underway !== undefined} results={sent.results} waiting={waiting} />
        )}
      </span>
      <div className={styles.input}>
        {rule.kind === 'choice' ? (
          <Segments
            {...input}
            choices={choices ?? rule.choices}
            current={others.length === 0 ? (all?.value ?? null) : null}
            progress={progress}
            underway={underway}
            describedBy={id}
          />
        ) : null}
        {rule.kind === 'number' ? <NumberInput {...input} rule={rule} /> : null}
        {rule.kind === 'time' ? <TimeInput {...input} /> : null}
      </div>
      <p className={styles.note} data-bad={progress?.reason != null || undefined}>
        {progress?.reason == null ? (
          <Notes command={command} targets={targets} />
        ) : (
          t(`control.reason.${progress.reason}`)
        )}
      </p>
    </div>
  );
}

/** The reported state where no segment shows it, and the purifiers without this command. */
function Notes({ command, targets }: { command: Command; targets: readonly ControlTarget[] }) {
  const { t } = useTranslation();
  const unsupported = countUnsupported(command, targets);
  if (unsupported === targets.length) return <b>{t('control.obstacle.NOT_SUPPORTED')}</b>;
  const reported = reportedBy(command, commandable(targets));
  const [all, ...others] = reported;
  const rule = ACTION_RULES[command];
  const isMarked =
    others.length === 0 && all !== undefined && rule.kind === 'choice' && rule.choices.includes(all.value ?? '');
  const mixed = reported.map(({ value, count }) => {
    const text = reportedText(command, value, t);
    return others.length === 0 ? text : t('control.panel.mixed', { value: text, count });
  });
  const isUnknown = reported.every(({ value }) => value === null);
  const now = isUnknown ? t('control.panel.unknown') : t('control.panel.now', { values: mixed.join(', ') });
  const reasons = t('admin.choice.obstacle.NOT_SUPPORTED');
  return (
    <>
      {isMarked ? null : <span>{now}</span>}
      {unsupported === 0 ? null : (
        <b>{t('control.panel.some', { count: unsupported, total: targets.length, reasons })}</b>
      )}
    </>
  );
}
