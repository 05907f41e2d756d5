import { z } from 'zod';
import { done, exactLine } from '../field.ts';
import { route } from '../route.ts';

const MAX_ENDPOINT = 1_000;

/** Address of the browser's push service. The server decides whether it may send to it. */
const endpoint = exactLine(MAX_ENDPOINT)
  .min(1, 'REQUIRED')
  .regex(/^https?:\/\/\S+$/, 'INVALID');

/** Push subscription of a browser; the keys in base64url (RFC 8291). */
export const pushSubscription = z.object({
  endpoint,
  /** A point of P-256, uncompressed. */
  p256dh: z.string().regex(/^[\w-]{87}$/, 'INVALID'),
  auth: z.string().regex(/^[\w-]{22}$/, 'INVALID'),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/** Content of a push in the receiver's language; the service worker shows it. */
export interface PushMessage {
  title: string;
  body: string;
  language: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Target of a click, within the console. */
  path: string;
}

export const getPush = route({
  method: 'GET',
  path: '/push',
  access: { action: 'read', entity: 'account' },
  summary: 'Public key for push subscriptions, and whether a browser is subscribed for this user',
  query: z.object({ endpoint: endpoint.optional() }),
  answer: z.object({ /** VAPID, base64url. */ public_key: z.string(), is_subscribed: z.boolean() }),
});

export const subscribePush = route({
  method: 'POST',
  path: '/push/subscriptions',
  access: { action: 'write', entity: 'account' },
  summary: 'Subscribes a browser to alarm notifications; beyond ten browsers the oldest is removed',
  body: pushSubscription,
  answer: done,
});

export const unsubscribePush = route({
  method: 'DELETE',
  path: '/push/subscriptions',
  access: { action: 'write', entity: 'account' },
  summary: 'Unsubscribes a browser from alarm notifications',
  query: z.object({ endpoint }),
  answer: done,
});
