import { ACTION_RULES } from '@airdeck/domain/control/command';
import {
  REGISTER_COMMANDS,
  REGISTER_TABLES,
  type RegisterCommand,
  WRITABLE_TABLES,
} from '@airdeck/drivers/register-map';
import { useTranslation } from 'react-i18next';
import { useMapContext } from './map-context.ts';
import { MapChoice, MapNumber } from './map-inputs.tsx';
import { isObject, type MapJson, valueAt, withValue } from './map-value.ts';
import styles from './register-map.module.css';

type Action = 'ON' | 'OFF' | 'AUTO' | 'MANUAL' | 'STOP' | 'WORK' | 'WEAK' | 'MEDIUM' | 'STRONG';

/** The actions of a command, all of which are words. */
export const actionsOf = (command: RegisterCommand): readonly Action[] => {
  const rule = ACTION_RULES[command];
  return rule.kind === 'choice' ? (rule.choices as readonly Action[]) : [];
};
export const commandOf = (row: unknown): RegisterCommand | undefined =>
  REGISTER_COMMANDS.find((each) => each === (isObject(row) ? row.command : undefined));

/** The action after that of the last row, in the same register; the register itself confirms it. */
export const nextWrite = (rows: readonly unknown[]): MapJson => {
  const last = rows.findLast(isObject);
  const command = commandOf(last) ?? 'POWER';
  const taken = new Set(rows.filter((row) => commandOf(row) === command).map((row) => isObject(row) && row.action));
  const action = actionsOf(command).find((each) => !taken.has(each)) ?? actionsOf(command)[0];
  const { table = 'HOLDING', register } = last ?? {};
  const place = { table, ...(register !== undefined && { register }) };
  return { command, action, ...place, readBack: place };
};

/** A change of a write; what confirms it follows while it is the same register or value. */
const followed = (row: unknown, key: 'table' | 'register' | 'value', value: unknown): unknown => {
  const back = key === 'value' ? 'readBack.expected' : `readBack.${key}`;
  const places = ['table', 'register'].every((each) => valueAt(row, each) === valueAt(row, `readBack.${each}`));
  const follows = places && valueAt(row, key) === valueAt(row, back);
  const changed = withValue(row, key, value);
  return follows ? withValue(changed, back, value) : changed;
};

/** The fields of a register that a command writes. */
export function WriteFields({ path }: { path: string }) {
  const { t } = useTranslation();
  const { map, set } = useMapContext();
  const row = valueAt(map, path);
  const command = commandOf(row);
  const setCommand = (value: string) => {
    const chosen = REGISTER_COMMANDS.find((each) => each === value);
    const action = valueAt(row, 'action');
    const isKept = chosen !== undefined && actionsOf(chosen).some((each) => each === action);
    const next = withValue(row, 'command', value);
    set(path, isKept || chosen === undefined ? next : withValue(next, 'action', actionsOf(chosen)[0]));
  };
  const setPart = (key: 'table' | 'register' | 'value') => (value: unknown) => set(path, followed(row, key, value));
  const tables = (all: readonly (typeof REGISTER_TABLES)[number][]) =>
    all.map((value) => ({ value, label: t(`connect.map.tables.${value}`) }));
  return (
    <>
      <MapChoice
        path={`${path}.command`}
        label={t('connect.map.command')}
        required
        options={REGISTER_COMMANDS.map((value) => ({ value, label: t(`admin.choice.command.${value}`) }))}
        onValue={setCommand}
      />
      <MapChoice
        path={`${path}.action`}
        label={t('connect.map.action')}
        required
        options={(command === undefined ? [] : actionsOf(command)).map((value) => ({
          value,
          label: t(`control.action.${value}`),
        }))}
      />
      <MapChoice
        path={`${path}.table`}
        label={t('connect.map.table')}
        required
        options={tables(WRITABLE_TABLES)}
        onValue={setPart('table')}
      />
      <MapNumber
        path={`${path}.register`}
        label={t('connect.map.register')}
        hint={t('connect.map.registerHint')}
        required
        onValue={setPart('register')}
      />
      <MapNumber path={`${path}.value`} label={t('connect.map.value')} required onValue={setPart('value')} />
      <p className={styles.part}>{t('connect.map.confirmed')}</p>
      <MapChoice
        path={`${path}.readBack.table`}
        label={t('connect.map.backTable')}
        required
        options={tables(REGISTER_TABLES)}
      />
      <MapNumber path={`${path}.readBack.register`} label={t('connect.map.backRegister')} required />
      <MapNumber path={`${path}.readBack.expected`} label={t('connect.map.expected')} required />
    </>
  );
}
