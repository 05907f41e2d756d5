// Waits until its input closes, then ends the processes of a run and removes its folder.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';

const [group = '', folder = ''] = process.argv.slice(2);
const LOOK_MS = 50;
/** Longer than a server needs to stop. */
const PATIENCE_MS = 10_000;

/** Members of the group, and those that work in the folder or have it among their arguments. */
const members = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] === group) return true;
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        // It has ended, or is another user's.
        return false;
      }
    })
    .map(Number);

const endAll = (signal: NodeJS.Signals): boolean => {
  const pids = members();
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
  return pids.length === 0;
};

process.stdin.resume();
process.stdin.once('close', async () => {
  const end = performance.now() + PATIENCE_MS;
  endAll('SIGTERM');
  while (members().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  while (!endAll('SIGKILL')) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  rmSync(folder, { recursive: true, force: true });
});
