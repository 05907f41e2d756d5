import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPort, PortError } from './listen-port.ts';

let other: Server;
let port: number;
const wish = { what: 'the console', option: '--port', host: '127.0.0.1' };

beforeAll(async () => {
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise((resolve) => other.close(resolve)));

it('says which port is in use, and what to do', async () => {
  const found = findPort({ ...wish, port, isFlexible: false });
  await expect(found).rejects.toThrow(PortError);
  await expect(found).rejects.toThrow(`Port ${port} for the console is in use`);
});

it('takes the next free one when the port was not given', async () => {
  const found = await findPort({ ...wish, port, isFlexible: true });
  expect(found).toBeGreaterThan(port);
  expect(await findPort({ ...wish, port, isFlexible: true, taken: [found] })).toBeGreaterThan(found);
});

it('names an address that this machine does not have', async () => {
  await expect(findPort({ ...wish, host: '192.0.2.1', port: 0, isFlexible: false })).rejects.toThrow('192.0.2.1');
});
