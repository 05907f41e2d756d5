import { createServer, type Socket } from 'node:net';
import { Aedes, type AedesPublishPacket } from 'aedes';

export interface TestBroker {
  readonly url: string;
  /** All published messages in order, without the broker's own. */
  messages(): readonly AedesPublishPacket[];
  received(): number;
  connections(): number;
  /** Accepts only these logins; without a call, all. */
  allow(username: string, password: string): void;
  /** From now on a connection is closed when it publishes. */
  refuseMessages(): void;
  dropConnections(): void;
  close(): Promise<void>;
}

/** A real MQTT broker for tests, on a free port. */
export async function createTestBroker(
  onMessage: (packet: AedesPublishPacket) => void = () => {},
): Promise<TestBroker> {
  const broker = await Aedes.createBroker();
  const messages: AedesPublishPacket[] = [];
  const sockets = new Set<Socket>();
  let isRefusing = false;
  broker.authorizePublish = (_client, packet, done) => {
    const seen = packet as AedesPublishPacket;
    messages.push(seen);
    onMessage(seen);
    done(isRefusing ? new Error('not allowed') : null);
  };
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    messages: () => messages,
    received: () => messages.length,
    connections: () => broker.connectedClients,
    allow(username, password) {
      broker.authenticate = (_client, name, secret, done) =>
        done(null, name === username && String(secret) === password);
    },
    refuseMessages() {
      isRefusing = true;
    },
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
}
