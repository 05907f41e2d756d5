import type { Server, ServerResponse } from 'node:http';

interface Progress {
  /** Bytes of the connection that the system has taken. */
  taken: number;
  /** When more of them were seen, or none were waiting. */
  time: number;
}

/** Looks a reader gets before its time is over. */
const LOOKS = 10;

/**
 * Cuts the connection of whoever takes nothing of an answer for `stallMs` while there is something to take: what the
 * answer holds (its turn, its place in the database) is for others. One that waits for the server is left alone.
 */
export const endStalledAnswers = (server: Server, stallMs: number): void => {
  const answers = new Map<ServerResponse, Progress>();
  server.on('request', (_, answer) => {
    answers.set(answer, { taken: -1, time: performance.now() });
    answer.once('close', () => answers.delete(answer));
  });

  const look = (): void => {
    const now = performance.now();
    for (const [answer, progress] of answers) {
      // Without a socket it waits for an earlier answer of its connection.
      const { socket } = answer;
      if (!socket) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== progress.taken) answers.set(answer, { taken, time: now });
      else if (now - progress.time >= stallMs) socket.destroy();
    }
  };
  const timer = setInterval(look, stallMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
};
