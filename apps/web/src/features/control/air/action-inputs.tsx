import type { ControlTarget } from '@airdeck/contract/control/schema';
import { type ActionRule, type Command, isAction, NO_LIMIT } from '@airdeck/domain/control/command';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutOfOrder } from '../model/targets.ts';
import styles from './panel.module.css';

interface ActionInputProps {
  /** Name of the command. */
  name: string;
  command: Command;
  targets: readonly ControlTarget[];
  disabled: boolean;
  onSend: (action: string) => void;
}

interface QuickAction {
  action: string;
  label: string;
}

/** A field for a value that is typed, and a button for the one that is set most. */
function TypedInput(
  props: ActionInputProps & {
    label: string;
    error: string | undefined;
    quick: QuickAction | null;
    text: string;
    onText: (text: string) => void;
  },
) {
  const { name, disabled, onSend, label, error, quick, text, onText } = props;
  const { t } = useTranslation();
  const id = useId();
  const given = text.trim();
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '' && error === undefined && !disabled) onSend(given);
      }}
    >
      <TextField
        id={id}
        size="small"
        label={label}
        value={text}
        disabled={disabled}
        error={error !== undefined}
        helperText={error}
        onChange={(event) => onText(event.target.value)}
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: 7, autoComplete: 'off', 'aria-label': `${name}: ${label}` },
        }}
      />
      <Button
        type="submit"
        variant="outlined"
        size="small"
        disabled={disabled || given === '' || error !== undefined}
        aria-label={`${name} ${t('control.panel.set')}`}
      >
        {t('control.panel.set')}
      </Button>
      {quick === null ? null : (
        <Button
          size="small"
          disabled={disabled}
          onClick={() => onSend(quick.action)}
          aria-label={`${name} ${quick.label}`}
        >
          {quick.label}
        </Button>
      )}
    </form>
  );
}

/** A whole number with its unit and bounds. */
export function NumberInput(props: ActionInputProps & { rule: ActionRule & { kind: 'number' } }) {
  const { command, rule } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const given = text.trim();
  const error = (): string | undefined => {
    if (given === '' || isAction(command, given)) return undefined;
    if (!/^\d+$/.test(given)) return t('field.INVALID');
    return Number(given) < rule.min ? t('field.TOO_SMALL') : t('field.TOO_LARGE');
  };
  const { min, max } = rule;
  const label = rule.unit === 'min' ? t('control.panel.minutes', { max }) : t('control.panel.hours', { min, max });
  const quick = (): QuickAction | null => {
    if (rule.min > 0) return null;
    return { action: '0', label: rule.unit === 'min' ? t('control.panel.forever') : t('control.panel.replaced') };
  };
  return <TypedInput {...props} label={label} error={error()} quick={quick()} text={text} onText={setText} />;
}

/** A time of day, or none. */
export function TimeInput(props: ActionInputProps) {
  const { command, targets } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const given = text.trim();
  const error = (): string | undefined => {
    if (given === '') return undefined;
    if (!isAction(command, given)) return t('field.TIME_OF_DAY');
    return isOutOfOrder(command, given, targets) ? t('control.panel.outOfOrder') : undefined;
  };
  const quick = { action: NO_LIMIT, label: t('control.panel.noTime') };
  return (
    <TypedInput
      {...props}
      label={t('control.panel.clock')}
      error={error()}
      quick={quick}
      text={text}
      onText={setText}
    />
  );
}
