import type { ControlTarget } from '@airdeck/contract/control/schema';
import type { Command } from '@airdeck/domain/control/command';
import { useTranslation } from 'react-i18next';
import { isSettled, type Progress } from '../model/progress.ts';
import { actionText } from '../model/texts.ts';
import styles from './segments.module.css';

interface SegmentsProps {
  /** Name of the command. */
  name: string;
  command: Command;
  choices: readonly string[];
  targets: readonly ControlTarget[];
  /** The value that all of them report; null if they differ or do not report it. */
  current: string | null;
  /** How far the last command to one purifier is. */
  progress: Progress | null;
  /** Action that is on its way to the server. */
  underway: string | undefined;
  disabled: boolean;
  /** Element that says how far a command is. */
  describedBy: string;
  onSend: (action: string) => void;
}

/**
 * The states of a command side by side. The reported one is marked; one that is requested and not confirmed yet has a
 * ring. A press always requests the state that it names, so that a second tap repeats the first and never reverses it.
 */
export function Segments(props: SegmentsProps) {
  const { name, command, choices, targets, current, progress, underway, disabled, describedBy, onSend } = props;
  const { t } = useTranslation();
  const isWanted = (action: string) =>
    action === underway ||
    targets.some(({ wishes }) => wishes.some((wish) => wish.command === command && wish.action === action));
  return (
    <div className={styles.segments} data-count={choices.length}>
      {choices.map((action) => (
        <button
          key={action}
          type="button"
          disabled={disabled}
          aria-pressed={action === current}
          data-wanted={isWanted(action) || undefined}
          aria-label={`${name} ${actionText(command, action, t)}`}
          aria-describedby={describedBy}
          onClick={() => {
            if (action !== underway && !isSettled(command, action, targets, progress)) onSend(action);
          }}
        >
          {actionText(command, action, t)}
        </button>
      ))}
    </div>
  );
}
