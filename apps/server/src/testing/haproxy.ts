import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { vi } from 'vitest';
import { selfSigned } from './self-signed.ts';

const CONFIG = join(import.meta.dirname, '../../../../deploy/haproxy.cfg');

export const hasHaproxy = (): boolean => {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Writes the configuration of `deploy` with a certificate and other addresses; returns its path. */
export const writeHaproxyConfig = (folder: string, addresses: Readonly<Record<string, string>> = {}): string => {
  const pem = join(folder, 'airdeck.pem');
  const { cert, key } = selfSigned();
  writeFileSync(pem, Buffer.concat([cert, key]));
  let text = readFileSync(CONFIG, 'utf8').replaceAll('/etc/haproxy/airdeck.pem', pem);
  for (const [given, used] of Object.entries(addresses)) text = text.replaceAll(given, used);
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  return path;
};

export const checkHaproxyConfig = (path: string): string =>
  execFileSync('haproxy', ['-c', '-f', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs HAProxy until it is stopped; resolves when it listens on this port. */
export const runHaproxy = async (path: string, port: number): Promise<{ stop(): Promise<void> }> => {
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (data) => {
    output += data;
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`HAProxy ended:\n${output}`)));
  const reach = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', reject);
    });
  await Promise.race([vi.waitFor(reach, { timeout: 60_000 }), ended]);
  ended.catch(() => undefined);
  return {
    async stop() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
};
