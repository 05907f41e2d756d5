import { parentPort } from 'node:worker_threads';
import { createEngine } from './engine.ts';
import type { Job } from './types.ts';

/** Program of the sandbox's thread. An error of the engine ends it, and the next job gets a new thread and engine. */
const engine = await createEngine(() => performance.now());
parentPort?.on('message', (job: Job) => parentPort?.postMessage(engine.run(job)));
parentPort?.postMessage('ready');
