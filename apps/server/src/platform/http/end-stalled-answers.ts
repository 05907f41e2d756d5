import type { Server, ServerResponse } from 'node:http';

interface Progress {
  /** Bytes of the connection that the system has accepted. */
  taken: number;
  /** Number of consecutive checks without progress. */
  idleLooks: number;
}

/**
 * Checks without progress before a client is cut off. Counting checks instead of time protects clients when this
 * process itself was late.
 */
const LOOKS = 10;

/**
 * Closes the connection of a client that reads nothing of an answer for `stallMs` while data is available: the
 * resources that the answer holds (its turn, its database connection) are needed by others. A client that waits for the
 * server is left alone.
 */
export const endStalledAnswers = (server: Server, stallMs: number): void => {
  const answers = new Map<ServerResponse, Progress>();
  server.on('request', (_, answer) => {
    answers.set(answer, { taken: -1, idleLooks: 0 });
    answer.once('close', () => answers.delete(answer));
  });

  const look = (): void => {
    for (const [answer, progress] of answers) {
      // Without a socket it waits for an earlier answer of its connection.
      const { socket } = answer;
      if (!socket) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      const isIdle = socket.writableLength > 0 && taken === progress.taken;
      progress.taken = taken;
      progress.idleLooks = isIdle ? progress.idleLooks + 1 : 0;
      if (progress.idleLooks >= LOOKS) socket.destroy();
    }
  };
  const timer = setInterval(look, stallMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
};
