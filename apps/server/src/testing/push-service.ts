import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@airdeck/contract/notification/push';
import { jwtVerify } from 'jose';

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const expand = (secret: Uint8Array, salt: Uint8Array, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts one record of aes128gcm (RFC 8188) with the keys of a browser (RFC 8291). */
const decrypt = (body: Buffer, ecdh: ECDH, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = expand(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = expand(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = expand(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
};

/** Verifies the signature of a request (RFC 8292); returns its claims. */
const verify = async (headers: IncomingHttpHeaders): Promise<{ publicKey: string; aud: unknown; sub: unknown }> => {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }));
  return { publicKey, aud: payload.aud, sub: payload.sub };
};

export interface ReceivedPush {
  /** The receiving browser. */
  name: string;
  headers: IncomingHttpHeaders;
  message: PushMessage;
  /** Size of the message before encryption. */
  bytes: number;
}

/** A push service with its browsers: accepts only messages signed with the subscription's key, and decrypts them. */
export const openPushService = async () => {
  const pushes: ReceivedPush[] = [];
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer; publicKey: string }>();
  const answers = new Map<string, number>();
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = request.url?.slice('/push/'.length) ?? '';
    const browser = browsers.get(name);
    const status = answers.get(name) ?? (browser ? 201 : 404);
    if (browser && status === 201) {
      const { publicKey, aud } = await verify(request.headers);
      if (publicKey !== browser.publicKey || aud !== url) {
        response.writeHead(403).end();
        return;
      }
      const text = decrypt(Buffer.concat(chunks), browser.ecdh, browser.auth);
      const message = JSON.parse(text) as PushMessage;
      pushes.push({ name, headers: request.headers, message, bytes: Buffer.byteLength(text) });
    }
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    url,
    pushes,
    /** The subscription of a browser for the key of a server. */
    subscribe(name: string, publicKey: string) {
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      browsers.set(name, { ecdh, auth, publicKey });
      const p256dh = base64url(ecdh.generateKeys());
      return { endpoint: `${url}/push/${name}`, p256dh, auth: base64url(auth) };
    },
    /** The answer to the next messages for a browser. */
    answer(name: string, status: number) {
      answers.set(name, status);
    },
    close: () => new Promise((resolve) => http.close(resolve)),
  };
};
export type PushService = Awaited<ReturnType<typeof openPushService>>;
