import { createECDH } from 'node:crypto';
import type { MailSettings } from './mail.ts';
import { PostError, post } from './post.ts';

/** Answers of push services to a message that another key signed than the one of the subscription. */
const OTHER_KEY_STATUS = [400, 401, 403];
const TIMEOUT_MS = 10_000;
/** A browser that was off for longer shows alarms when the console is opened. */
const TTL_S = 86_400;

/** Contact address for push services; Apple's rejects implausible ones. */
export const pushContact = (mail: MailSettings | null): string => `mailto:${mail?.from ?? 'nobody@example.com'}`;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Whether a value is a browser's public key: a point of the curve, in base64url. */
export const isBrowserKey = (p256dh: string): boolean => {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
};

export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PusherOptions {
  key: Uint8Array;
  /** Browsers that subscribed with one of them reject messages that another key signed. */
  earlier?: readonly Uint8Array[];
  /** mailto: or https: */
  contact: string;
  allowPrivate: boolean;
}

/** Sends messages to browsers through their push services, encrypted and signed (RFC 8030, 8291, 8292). */
export const createPusher = ({ key, earlier = [], contact, allowPrivate }: PusherOptions) => {
  const signers = [key, ...earlier].map((each) => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(each);
    return { subject: contact, publicKey: text(ecdh.getPublicKey()), privateKey: text(each) };
  });
  const isOfAnotherKey = (error: unknown): boolean =>
    error instanceof PostError && OTHER_KEY_STATUS.includes(error.status ?? 0);
  return {
    publicKey: signers[0]?.publicKey ?? '',
    allowPrivate,
    /** Resolves when the push service has accepted it. @throws PostError */
    async push(
      { endpoint, p256dh, auth }: Browser,
      payload: string,
      { isUrgent, timeoutMs = TIMEOUT_MS }: { isUrgent: boolean; timeoutMs?: number | undefined },
    ): Promise<void> {
      // Loaded when needed: most installations push nothing, and the crypto code would stay in memory.
      const { default: webPush } = await import('web-push');
      for (const [at, vapidDetails] of signers.entries()) {
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          ...{ vapidDetails, TTL: TTL_S, contentEncoding: 'aes128gcm', urgency: isUrgent ? 'high' : 'normal' },
        });
        const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
        try {
          return await post(new URL(endpoint), body, { headers: texts, timeoutMs, allowPrivate });
        } catch (error) {
          if (at === signers.length - 1 || !isOfAnotherKey(error)) throw error;
        }
      }
    },
  };
};
export type Pusher = ReturnType<typeof createPusher>;
