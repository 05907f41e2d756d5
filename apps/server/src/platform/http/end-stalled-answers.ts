import type { Server, ServerResponse } from 'node:http';

interface Progress {
  /** Bytes of the connection that the system has taken. */
  taken: number;
  /** How often nothing more of what was waiting had been taken. */
  idleLooks: number;
}

/** Looks a reader gets before its time is over. They are counted, so that a process that was late itself cuts no reader off. */
const LOOKS = 10;

/**
 * Cuts the connection of a client that takes nothing of an answer for `stallMs` while there is something to take: what the
 * answer holds (its turn, its place in the database) is for others. One that waits for the server is left alone.
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
