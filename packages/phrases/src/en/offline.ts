import type { offline as model } from '../ko/offline.ts';
import type { Translated } from '../translated.ts';

/** The page that stands in for the console while its server cannot be reached. */
export const offline: Translated<typeof model> = {
  title: 'You are offline',
  text: 'The Airdeck server cannot be reached. There are no readings on this page. Please check your network.',
  again: 'It opens again by itself once there is a connection.',
  since: 'Offline since',
  retry: 'Try again',
};
