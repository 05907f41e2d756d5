import { once } from 'node:events';
import { Agent, type IncomingMessage, get as request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** One connection, which stays open as a browser's does. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface Answer {
  status: number;
  body: string;
  /** From the request to the last byte, decompressed, ms. */
  delay: number;
}

/**
 * Asks over HTTP, and decompresses the answer in one piece, which costs about what it does in a browser. Node's `fetch`
 * gives 16 kB at a time to a thread: that was a quarter of the time of a day of minutes.
 */
export const get = async (url: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const begin = performance.now();
  const asked = request(url, { agent, headers: { ...headers, 'accept-encoding': 'gzip' } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  const body = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  return { status: response.statusCode ?? 0, body, delay: performance.now() - begin };
};
