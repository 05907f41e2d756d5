import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { convert, unitsOf } from '@airdeck/domain/unit';
import { isBitTable, REGISTER_FORMATS, REGISTER_TABLES, WORD_ORDERS } from '@airdeck/drivers/register-map';
import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { useMapContext } from './map-context.ts';
import { MapChoice, MapNumber, MapNumbers, MapText } from './map-inputs.tsx';
import { isObject, type MapJson, valueAt, withValue } from './map-value.ts';

const typeOf = (row: unknown): SensorType | undefined =>
  SENSOR_TYPES.find((each) => each === (isObject(row) ? row.type : undefined));

/** Whether a table holds bits. */
export const holdsBits = (table: unknown): boolean =>
  REGISTER_TABLES.some((each) => each === table && isBitTable(each));

/** A reading like the one before it, at the next register. */
export const nextReading = (rows: readonly unknown[]): MapJson => {
  const last = rows.findLast(isObject);
  const { table = 'HOLDING', format, wordOrder, register } = last ?? {};
  const width = typeof format === 'string' && format.endsWith('32') ? 2 : 1;
  return {
    ...{ sensor: '', type: null, unit: '', table },
    ...(typeof register === 'number' && { register: register + width }),
    ...(format !== undefined && { format }),
    ...(wordOrder !== undefined && { wordOrder }),
  };
};

/** The fields of a value that is read. */
export function ReadingFields({ path }: { path: string }) {
  const { t } = useTranslation();
  const { map, set } = useMapContext();
  const row = valueAt(map, path);
  const field = (key: string) => (isObject(row) ? row[key] : undefined);
  const type = typeOf(row);
  const isBit = holdsBits(field('table'));
  const isDouble = !isBit && String(field('format') ?? '').endsWith('32');
  const setType = (value: string) => {
    const chosen = SENSOR_TYPES.find((each) => each === value);
    const unit = String(field('unit') ?? '');
    const keepsUnit = chosen === undefined || convert(chosen, 0, unit) !== null;
    const typed = withValue(row, 'type', chosen ?? null);
    set(path, keepsUnit ? typed : withValue(typed, 'unit', SENSOR_TYPE_INFO[chosen].unit));
  };
  const setTable = (table: string) => {
    const placed = withValue(row, 'table', table);
    set(path, holdsBits(table) ? withValue(withValue(placed, 'format', undefined), 'wordOrder', undefined) : placed);
  };
  return (
    <>
      <MapText path={`${path}.sensor`} label={t('connect.map.sensor')} required />
      <MapChoice
        path={`${path}.type`}
        label={t('connect.map.type')}
        options={[
          { value: '', label: t('connect.map.noType') },
          ...SENSOR_TYPES.map((value) => ({ value, label: t(sensorNameKey(value)) })),
        ]}
        onValue={setType}
      />
      {type === undefined ? (
        <MapText path={`${path}.unit`} label={t('connect.map.unit')} />
      ) : (
        <MapChoice
          path={`${path}.unit`}
          label={t('connect.map.unit')}
          required
          options={unitsOf(type).map((value) => ({ value, label: value }))}
        />
      )}
      <MapChoice
        path={`${path}.table`}
        label={t('connect.map.table')}
        required
        options={REGISTER_TABLES.map((value) => ({ value, label: t(`connect.map.tables.${value}`) }))}
        onValue={setTable}
      />
      <MapNumber
        path={`${path}.register`}
        label={t('connect.map.register')}
        hint={t('connect.map.registerHint')}
        required
      />
      {isBit ? null : (
        <MapChoice
          path={`${path}.format`}
          label={t('connect.map.format')}
          options={REGISTER_FORMATS.map((value) => ({ value, label: t(`connect.map.formats.${value}`) }))}
          fallback="uint16"
        />
      )}
      {isDouble ? (
        <MapChoice
          path={`${path}.wordOrder`}
          label={t('connect.map.wordOrder')}
          options={WORD_ORDERS.map((value) => ({ value, label: t(`connect.map.wordOrders.${value}`) }))}
          fallback="BIG"
        />
      ) : null}
      <MapNumber path={`${path}.factor`} label={t('connect.map.factor')} hint={t('connect.map.factorHint')} isDecimal />
      <MapNumber path={`${path}.offset`} label={t('connect.map.offset')} isDecimal />
      <MapNumbers path={`${path}.missing`} label={t('connect.map.missing')} hint={t('connect.map.missingHint')} />
    </>
  );
}
