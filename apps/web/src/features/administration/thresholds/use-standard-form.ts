import { enteredBounds, isWithinRange } from '@airdeck/contract/standard/rule';
import { addDays } from '@airdeck/domain/calendar';
import { THRESHOLD_FIELDS } from '@airdeck/domain/threshold';
import { type RefObject, useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { boundsOf, rangeOf, type StandardSensor } from './standard-sensor.ts';

type Form = UseFormReturn<FieldValues>;

const DIRTY = { shouldDirty: true } as const;
const AGAIN = { shouldDirty: true, shouldValidate: true } as const;
const RANGE_FIELDS: readonly string[] = ['range_min', 'range_max'];

const fieldsOf = ({ type }: StandardSensor): readonly string[] => THRESHOLD_FIELDS[type];

const putBounds = (form: Form, sensor: StandardSensor, bounds: readonly (number | null)[]): void => {
  for (const [i, name] of fieldsOf(sensor).entries()) form.setValue(name, bounds[i] ?? null, DIRTY);
};

const isAsBefore = (form: Form, sensor: StandardSensor): boolean => {
  const values = form.getValues();
  const before = boundsOf(sensor);
  return (
    values.inherits === sensor.inherits && enteredBounds(sensor.type, values).every((bound, i) => bound === before[i])
  );
};

/** A change holds from tomorrow on, unless its day was chosen; what holds already keeps its day. */
const keepDay = (form: Form, sensor: StandardSensor): void => {
  const day: string | null = form.getValues('valid_from');
  if (isAsBefore(form, sensor)) form.setValue('valid_from', sensor.valid_from, AGAIN);
  else if (day === null || day < sensor.first_day) form.setValue('valid_from', addDays(sensor.first_day, 1), AGAIN);
};

/** Follows what lies above: the master's thresholds, or the shipped ones. */
export const takeInherited = (form: Form, sensor: StandardSensor): void => {
  form.setValue('inherits', 'Y', DIRTY);
  putBounds(form, sensor, sensor.inherited_bounds);
  form.clearErrors([...fieldsOf(sensor)]);
  keepDay(form, sensor);
};

/** Continues with the present thresholds; choosing that day cancels the planned change. */
export const cancelPlan = (form: Form, sensor: StandardSensor): void => {
  form.setValue('inherits', sensor.inherits, DIRTY);
  putBounds(form, sensor, boundsOf(sensor));
  form.setValue('valid_from', addDays(sensor.first_day, 1), AGAIN);
};

/** Clears thresholds that lie outside of the range that was entered. */
const emptyOutside = (form: Form, sensor: StandardSensor): boolean => {
  const range = rangeOf(form.getValues(), sensor);
  const bounds = enteredBounds(sensor.type, form.getValues()).filter((bound) => bound !== null);
  if (range.min >= range.max || isWithinRange(bounds, range)) return false;
  form.setValue('inherits', 'N', DIRTY);
  putBounds(form, sensor, []);
  keepDay(form, sensor);
  return true;
};

/**
 * Keeps dependent fields consistent while a person fills in the form that `inside` is in: own thresholds are no longer
 * the inherited ones, a change has a day, and thresholds outside of a range that was left are cleared. Answers whether they were.
 */
export function useStandardForm(form: Form, sensor: StandardSensor, inside: RefObject<HTMLElement | null>): boolean {
  const [wasEmptied, setEmptied] = useState(false);
  useEffect(() => {
    const { unsubscribe } = form.watch((values, { name = '', type }) => {
      if (type !== 'change') return;
      if (name === 'inherits' && values.inherits === 'Y') takeInherited(form, sensor);
      else if (name === 'inherits') keepDay(form, sensor);
      else if (fieldsOf(sensor).includes(name)) {
        if (values.inherits === 'Y') form.setValue('inherits', 'N', DIRTY);
        keepDay(form, sensor);
      }
    });
    return unsubscribe;
  }, [form, sensor]);
  useEffect(() => {
    const element = inside.current?.closest('form');
    const left = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLInputElement)) return;
      if (RANGE_FIELDS.includes(target.name) && emptyOutside(form, sensor)) setEmptied(true);
      // The order of the bounds concerns all of them: an error beside the corrected one ends too.
      if (fieldsOf(sensor).includes(target.name)) void form.trigger([...fieldsOf(sensor)]);
    };
    element?.addEventListener('focusout', left);
    return () => element?.removeEventListener('focusout', left);
  }, [form, sensor, inside]);
  return wasEmptied;
}
