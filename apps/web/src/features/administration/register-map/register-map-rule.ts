import type { FieldCode } from '@airdeck/contract/error/field-code';
import type { FieldValues } from 'react-hook-form';
import { errorsOf, type MapValue } from './map-value.ts';

/** A map with errors is not sent; its form shows each of them at its field. */
export const registerMapRule = ({ register_map }: FieldValues): Record<string, FieldCode> =>
  errorsOf((register_map ?? null) as MapValue).size === 0 ? {} : { register_map: 'INVALID' };
