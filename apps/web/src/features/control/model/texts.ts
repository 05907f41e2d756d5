import type { CommandRecord, ControlTarget } from '@airdeck/contract/control/schema';
import { type Command, readAction } from '@airdeck/domain/control/command';
import type { ko } from '@airdeck/phrases/ko';
import type { TFunction } from 'i18next';

type ActionWord = keyof typeof ko.control.action;
type ReportedWord = keyof typeof ko.monitoring.purifier.value;

/** Words, numbers and times of day of an action; `word` writes a word. */
const write = (command: Command, action: string, t: TFunction, word: (text: string) => string): string => {
  const value = readAction(command, action);
  if (value.kind === 'number') return t(`control.unit.${value.unit}`, { value: value.value });
  return value.kind === 'time' ? value.clock : word(value.word);
};

/** Value of a command as text with its unit: `강`, `120분`, `08:30`. */
export const actionText = (command: Command, action: string, t: TFunction): string =>
  write(command, action, t, (word) => t(`control.action.${word as ActionWord}`));

/** Text of a reported value in the form of `reportedAction`. */
export const reportedText = (command: Command, action: string | null, t: TFunction): string => {
  if (action === null) return t('control.panel.unknown');
  return write(command, action, t, (word) =>
    word === 'NONE' ? t('control.action.NONE') : t(`monitoring.purifier.value.${word as ReportedWord}`),
  );
};

/** `풍량 → 강` */
export const orderText = (command: Command, action: string, t: TFunction): string =>
  t('control.list.wish', { from: t(`admin.choice.command.${command}`), to: actionText(command, action, t) });

/** The place of a purifier, from the organization down. */
export const purifierPlace = (
  place: Pick<ControlTarget | CommandRecord, 'office_name' | 'department_name' | 'meter_name'>,
) => [place.office_name, place.department_name, place.meter_name].join('\u00a0· ');
