import { systemClock } from '../clock.ts';
import { RecordingError } from '../replay/recording-error.ts';
import { replay } from '../replay/replay.ts';
import { parseReplayArguments, REPLAY_HELP, ReplayArgumentError } from '../replay/replay-arguments.ts';

function words(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return `there is no file ${path}`;
  if (code === 'EISDIR') return 'this is a folder, not a file';
  if (error instanceof RecordingError) return `the recording cannot be played: ${message}`;
  if (error instanceof ReplayArgumentError) return `${message}\n\n${REPLAY_HELP}`;
  return message;
}

const stop = new AbortController();
process.on('SIGINT', () => stop.abort());
process.on('SIGTERM', () => stop.abort());

try {
  const asked = parseReplayArguments(process.argv.slice(2), process.env);
  if (asked === null) console.log(REPLAY_HELP);
  else {
    const frames = await replay({
      ...asked,
      clock: systemClock,
      signal: stop.signal,
      log: (line) => console.log(line),
    });
    console.log(`${frames} frames acknowledged`);
  }
} catch (error) {
  console.error(words(error));
  process.exitCode = 1;
}
