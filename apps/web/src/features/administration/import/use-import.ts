import type { ImportResult } from '@airdeck/contract/import-file';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../../../lib/api/call.ts';
import { uuid } from '../../../shared/export/use-export.ts';
import { invalidateAll } from '../model/api.ts';
import type { ImportRoutes } from '../model/definition.ts';

/** The end of a file's name that the audit log has. */
const auditedName = ({ name }: File): string => Array.from(name.normalize('NFC')).slice(-60).join('');

/** Whether rows were added or changed. */
export const isDone = ({ added, changed }: ImportResult): boolean => added + changed > 0;

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

/** The file with the versions that its preview has seen. */
const partsOf = ({ file, result: { seen } }: Checked): FormData => {
  const form = new FormData();
  form.set('file', file);
  form.set('seen', seen);
  return form;
};

/** Previews a file, then adds and changes its rows. Leaving the dialog aborts either. */
export function useImport({ send }: ImportRoutes) {
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const sendFile = async (file: File, seen: Checked | null, more: object = {}): Promise<void> => {
    const commit = seen !== null;
    const controller = new AbortController();
    current.current = controller;
    const exportId = uuid();
    setFailure(null);
    setRunning({ exportId, commit, cancel: () => controller.abort() });
    try {
      const query = {
        commit: commit ? ('Y' as const) : ('N' as const),
        exportId,
        file: auditedName(file),
        ...more,
      };
      const result = await upload(send, {
        ...{ query, file: seen === null ? file : partsOf(seen) },
        signal: controller.signal,
      });
      setChecked({ file, result });
      if (isDone(result)) await invalidateAll();
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
    check: (file: File) => sendFile(file, null),
    /** `more`: further fields of the query, of a resource that has them. */
    commit: (seen: Checked, more?: object) => sendFile(seen.file, seen, more),
  };
}
