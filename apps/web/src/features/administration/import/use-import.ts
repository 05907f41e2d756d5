import type { ImportResult } from '@airdeck/contract/import-file';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../../../lib/api/call.ts';
import { uuid } from '../../../shared/export/use-export.ts';
import { invalidateAll } from '../model/api.ts';
import type { ImportRoutes } from '../model/definition.ts';

interface Running {
  exportId: string;
  commit: boolean;
  cancel: () => void;
}

/** A previewed file and its result. */
export interface Checked {
  file: File;
  result: ImportResult;
}

/** Previews a file, then adds its rows. Leaving the dialog aborts either. */
export function useImport({ send }: ImportRoutes) {
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const sendFile = async (file: File, commit: boolean): Promise<void> => {
    const controller = new AbortController();
    current.current = controller;
    const exportId = uuid();
    setFailure(null);
    setRunning({ exportId, commit, cancel: () => controller.abort() });
    try {
      const query = { commit: commit ? ('Y' as const) : ('N' as const), exportId };
      const result = await upload(send, { query, file, signal: controller.signal });
      setChecked({ file, result });
      if (result.added > 0) await invalidateAll();
    } catch (cause) {
      if (!controller.signal.aborted) setFailure(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      if (current.current === controller) setRunning(null);
    }
  };

  return {
    running,
    failure,
    checked,
    check: (file: File) => sendFile(file, false),
    commit: ({ file }: Checked) => sendFile(file, true),
  };
}
