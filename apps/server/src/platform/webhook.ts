import { createHmac } from 'node:crypto';
import { post } from './post.ts';

/** Longest wait for an answer. */
const TIMEOUT_MS = 10_000;

/** Signs time and body together, so that neither can be changed and an old call cannot be replayed. */
export const webhookHeaders = (secret: string, body: string, messageId: string, now: number) => {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'Airdeck',
    'x-airdeck-delivery': messageId,
    'x-airdeck-timestamp': timestamp,
    'x-airdeck-signature': `sha256=${signature}`,
  };
};

export interface WebhookCall {
  url: string;
  secret: string;
  /** Identifies the message, as in its body. */
  id: string;
  body: string;
  now: number;
  timeoutMs?: number;
  /** Whether private addresses are allowed. */
  allowPrivate: boolean;
}

/** Posts a signed message (docs/webhooks.md). @throws PostError if it is not answered with 2xx in time. */
export const postWebhook = (call: WebhookCall): Promise<void> => {
  const { url, secret, id, body, now, timeoutMs = TIMEOUT_MS, allowPrivate } = call;
  return post(new URL(url), body, { headers: webhookHeaders(secret, body, id, now), timeoutMs, allowPrivate });
};
