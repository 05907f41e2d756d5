import type { ExportFormat, ExportProgress } from '@airdeck/contract/export-file';
import { getExportProgress } from '@airdeck/contract/history/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query-keys.ts';
import { saveFile } from '../../lib/save-file.ts';
import { savedAs } from './file-name.ts';

/** A random UUID. `crypto.randomUUID` is missing where the console is opened over plain HTTP. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) & 3];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

const PROGRESS_MS = 1000;

/** The progress of a file; undefined before the server has started it. */
export function useProgress(exportId: string | null): ExportProgress | undefined {
  const { data } = useQuery<ExportProgress | null>({
    queryKey: queryKey('export', exportId),
    queryFn: ({ signal }) => call(getExportProgress, { params: { exportId: exportId ?? '' }, signal }),
    enabled: exportId !== null,
    refetchInterval: PROGRESS_MS,
    // The server does not know the file before it has read the request for it.
    initialData: null,
    staleTime: PROGRESS_MS,
    retry: false,
    gcTime: 0,
  });
  return data ?? undefined;
}

export interface FileOptions {
  format: ExportFormat;
  /** File name without its ending. The server has a default for it and for the sheet. */
  name: string | undefined;
  sheet: string | undefined;
  exportId: string;
}

interface Running {
  exportId: string;
  cancel: () => void;
}

/** Exports and saves a file. `cancel` stops it, and so does leaving the screen. */
export function useExport(
  ask: (options: FileOptions, signal: AbortSignal) => Promise<Blob>,
  onSaved: (name: string) => void,
) {
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const start = async (options: Omit<FileOptions, 'exportId'>) => {
    const controller = new AbortController();
    current.current = controller;
    const exportId = uuid();
    setFailure(null);
    setRunning({ exportId, cancel: () => controller.abort() });
    try {
      const file = await ask({ ...options, exportId }, controller.signal);
      const name = savedAs(options.name, options.format);
      saveFile(file, name);
      onSaved(name);
    } catch (cause) {
      if (!controller.signal.aborted) setFailure(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      if (current.current === controller) setRunning(null);
    }
  };
  const progress = useProgress(running?.exportId ?? null);
  return { start, cancel: running?.cancel ?? null, failure, progress };
}
