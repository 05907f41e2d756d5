import { Agent, get as request } from 'node:http';
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
export const get = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begin = performance.now();
    const asked = request(url, { agent, headers: { ...headers, 'accept-encoding': 'gzip' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const body = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, body, delay: performance.now() - begin });
      });
    });
    asked.on('error', reject);
  });
