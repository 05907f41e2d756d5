import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';

const number = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9]\d{0,9}$/))
  .transform(Number)
  .optional()
  .catch(undefined);

/** How far a person has come on the screen that connects a device; a phone that reloads continues there. */
export const connectSearch = z.object({
  organizationId: number,
  /** The chosen family; `unknown`: recognized. */
  driver: z.string().max(40).optional().catch(undefined),
  /** The chosen data source, and the device whose binding is open. */
  door: number,
  device: number,
});
export type ConnectSearch = z.infer<typeof connectSearch>;

export const UNKNOWN_FAMILY = 'unknown';
/** Devices that are read by registers have no family. */
export const MODBUS_FAMILY = 'modbus';

export function useConnectSearch(): [ConnectSearch, (part: Partial<ConnectSearch>) => void] {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useMemo(() => connectSearch.parse(raw), [raw]);
  const change = useCallback(
    (part: Partial<ConnectSearch>) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), replace: true, resetScroll: false }),
    [navigate],
  );
  return [search, change];
}

/** The chosen meters of the sheet of labels: `meters=1,2`. */
export const labelsSearch = z.object({
  meters: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(20_000)).optional().catch(undefined),
});

/** The decoder in the editor, and the earlier version that is shown. */
export const decoderSearch = z.object({ decoder: number, version: number });
