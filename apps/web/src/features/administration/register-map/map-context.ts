import type { FieldCode } from '@airdeck/contract/error/field-code';
import { createContext, useContext } from 'react';
import type { MapErrors, MapJson } from './map-value.ts';

interface MapContext {
  map: MapJson;
  set: (path: string, value: unknown) => void;
  errors: MapErrors;
  /** Whether fields that a person has not reached yet show that they are empty. */
  showsAll: boolean;
  /** Whether the form was sent; then those of rows that were added just now do too. */
  isSent: boolean;
  disabled: boolean;
}

export const MapContextValue = createContext<MapContext | null>(null);

/** The map that is edited, and its errors. */
export function useMapContext(): MapContext {
  const context = useContext(MapContextValue);
  if (context === null) throw new Error('no register map around it');
  return context;
}

/** The error to show at a field: an empty field has none before it is left. */
export const shownError = ({ errors, showsAll }: MapContext, path: string, isLeft: boolean): FieldCode | undefined => {
  const code = errors.get(path);
  return code === 'REQUIRED' && !showsAll && !isLeft ? undefined : code;
};
