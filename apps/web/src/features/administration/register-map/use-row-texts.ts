import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { isObject, valueAt } from './map-value.ts';
import { holdsBits } from './reading-fields.tsx';
import { actionsOf, commandOf } from './write-fields.tsx';

const textAt = (row: unknown, path: string): string => {
  const value = valueAt(row, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A closed row in words. */
export function useRowTexts() {
  const { t } = useTranslation();
  const readingName = (row: unknown): string => textAt(row, 'sensor') || t('connect.map.noName');
  const reading = (row: unknown): string => {
    const type = SENSOR_TYPES.find((each) => each === (isObject(row) ? row.type : undefined));
    const factor = textAt(row, 'factor');
    const format = textAt(row, 'format') || (holdsBits(valueAt(row, 'table')) ? '' : 'uint16');
    return [
      type === undefined ? t('connect.map.noType') : t(sensorNameKey(type)),
      `${textAt(row, 'table')} ${textAt(row, 'register')}`.trim(),
      `${format}${factor === '' || factor === '1' ? '' : ` × ${factor}`}`.trim(),
      textAt(row, 'unit'),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
  const writeName = (row: unknown): string => {
    const command = commandOf(row);
    if (command === undefined) return t('connect.map.noName');
    const action = actionsOf(command).find((each) => each === textAt(row, 'action'));
    return `${t(`admin.choice.command.${command}`)}: ${action === undefined ? '–' : t(`control.action.${action}`)}`;
  };
  const write = (row: unknown): string => {
    const place = (path: string) => `${textAt(row, `${path}table`)} ${textAt(row, `${path}register`)}`.trim();
    if (textAt(row, 'register') === '') return '';
    return t('connect.map.writeSummary', {
      write: `${place('')} = ${textAt(row, 'value')}`,
      back: `${place('readBack.')} = ${textAt(row, 'readBack.expected')}`,
    });
  };
  return { readingName, reading, writeName, write };
}
