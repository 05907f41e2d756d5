import { enteredBounds } from '@airdeck/contract/standard/rule';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../lib/format/number.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Tag } from '../../../ui/tag.tsx';
import type { PanelProps } from '../model/definition.ts';
import { BandPicture, type BandRow } from './band-picture.tsx';
import styles from './bands.module.css';
import { BoundScale, useBoundFormat } from './bound-scale.tsx';
import { boundsOf, rangeOf, type StandardSensor } from './standard-sensor.ts';
import { cancelPlan, takeInherited, useStandardForm } from './use-standard-form.ts';

const useBoundsText = () => {
  const format = useBoundFormat();
  return (bounds: readonly number[]): string => bounds.map(format).join(' · ');
};

/** Entered thresholds beside the present ones, on one scale. */
function Preview({ form, sensor }: { form: PanelProps['form']; sensor: StandardSensor }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const values = useWatch({ control: form.control });
  const now = boundsOf(sensor);
  const entered = values.inherits === 'Y' ? sensor.inherited_bounds : enteredBounds(sensor.type, values);
  const isChanged = entered.some((bound, i) => bound !== now[i]);
  const isOwn = sensor.inherited_bounds.some((bound, i) => bound !== now[i]);
  const rows: BandRow[] = isOwn ? [{ name: t('admin.standard.default'), bounds: sensor.inherited_bounds }] : [];
  rows.push({ name: t('admin.standard.now'), bounds: now });
  if (isChanged) {
    const day = formatDay(String(values.valid_from ?? ''), language);
    rows.push({ name: t('admin.standard.since', { day }), bounds: entered });
  }
  return <BandPicture type={sensor.type} unit={sensor.unit} range={rangeOf(values, sensor)} rows={rows} />;
}

/** The thresholds of a sensor being edited: a preview of the entered values, the planned change, and its undo. */
export function StandardPanel({ form, item, disabled }: PanelProps<StandardSensor>) {
  return item === null ? null : <SensorPanel form={form} sensor={item} disabled={disabled} />;
}

function SensorPanel({ form, sensor, disabled }: Omit<PanelProps, 'item'> & { sensor: StandardSensor }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const boundsText = useBoundsText();
  const inside = useRef<HTMLDivElement>(null);
  const wasEmptied = useStandardForm(form, sensor, inside);
  const values = useWatch({ control: form.control });
  const { inherits } = values;
  const { min, max } = rangeOf(values, sensor);
  const rangeText = `${formatSpan(boundsText([min]), boundsText([max]), language)} ${sensor.unit}`;
  const step = `${boundsText([10 ** -SENSOR_TYPE_INFO[sensor.type].digits])} ${sensor.unit}`;
  const { planned_from: from, planned_bounds: bounds } = sensor;
  const day = formatDay(from ?? '', language);
  return (
    <div className={styles.panel} ref={inside}>
      {wasEmptied ? <Alert severity="warning">{t('admin.standard.emptied')}</Alert> : null}
      {from === null ? null : (
        <Alert
          severity="info"
          action={
            disabled ? null : <Button onClick={() => cancelPlan(form, sensor)}>{t('admin.standard.cancelPlan')}</Button>
          }
        >
          {bounds === null
            ? t('admin.standard.plannedBack', { day })
            : t('admin.standard.planned', { day, bounds: boundsText(bounds) })}
        </Alert>
      )}
      <Preview form={form} sensor={sensor} />
      <p className={styles.note}>
        {t('admin.standard.within', { range: rangeText, step })} {t('admin.standard.note')}
      </p>
      {disabled || inherits === 'Y' ? null : (
        <div>
          <Button variant="outlined" onClick={() => takeInherited(form, sensor)}>
            {t('admin.standard.back')} ({boundsText(sensor.inherited_bounds)})
          </Button>
        </div>
      )}
    </div>
  );
}

/** A row's thresholds in a list as a small scale; where they are its own, the default beside them, and the planned ones. */
export function BoundsCell({ item: sensor }: { item: StandardSensor }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const boundsText = useBoundsText();
  const isOwn = sensor.inherits !== 'Y';
  const { type, unit, inherited_bounds: base } = sensor;
  const range = { min: sensor.range_min, max: sensor.range_max };
  return (
    <div className={styles.own}>
      <BoundScale
        {...{ type, unit, range, bounds: boundsOf(sensor), name: t('admin.field.thresholds'), isSmall: true }}
        {...(isOwn && { base })}
      />
      {isOwn || sensor.planned_from !== null ? (
        <span className={styles.base}>
          {isOwn ? (
            <>
              <Tag>{t('admin.inherited.own')}</Tag>
              <span>{t('admin.standard.changedFrom', { bounds: boundsText(base) })}</span>
            </>
          ) : null}
          {sensor.planned_from === null ? null : (
            <Tag>{t('admin.standard.plannedShort', { day: formatDay(sensor.planned_from, language) })}</Tag>
          )}
        </span>
      ) : null}
    </div>
  );
}

/** Within which values thresholds may lie, with the unit. */
export function RangeCell({ item: { range_min, range_max, unit } }: { item: StandardSensor }) {
  const language = useLanguage();
  const boundsText = useBoundsText();
  return (
    <span className={styles.bounds}>
      {formatSpan(boundsText([range_min]), boundsText([range_max]), language)} {unit}
    </span>
  );
}
