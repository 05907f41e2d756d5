import { fork } from 'node:child_process';
import { DatabaseStartError } from '../platform/db/database-start-error.ts';
import { LEAN_MALLOC } from './role-process.ts';
import type { FromTask, Task, ToTask } from './task.ts';

export interface TaskProcess {
  /** Runs the task and ends the process. @throws DatabaseStartError: a message for the operator */
  run(task: Task, signal?: AbortSignal): Promise<unknown>;
  /** Ends the process without a task. */
  cancel(): void;
}

/** Forks a process for one task immediately, so that its program loads while the database starts. */
export const createTaskProcess = (program: string): TaskProcess => {
  const child = fork(program, ['task'], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...LEAN_MALLOC, ...process.env },
  });
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const send = (message: ToTask): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    async run(task, signal) {
      let last: FromTask | null = null;
      child.on('message', (message: FromTask) => {
        last = message;
      });
      const abort = (): void => send({ type: 'abort', reason: String(signal?.reason?.message ?? signal?.reason) });
      signal?.addEventListener('abort', abort);
      send({ type: 'run', task });
      const how = await exited;
      signal?.removeEventListener('abort', abort);
      const end = last as FromTask | null;
      if (end === null) throw new Error(`the process of the task ${task.name} ended: ${how}`);
      if (end.type === 'done') return end.result;
      throw end.isForOperator ? new DatabaseStartError(end.message) : new Error(end.message);
    },
    cancel() {
      child.disconnect();
    },
  };
};
