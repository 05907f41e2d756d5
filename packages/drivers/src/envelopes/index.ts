import type { Envelope } from '../types.ts';
import { chirpstackV4 } from './chirpstack-v4.ts';
import { loriot } from './loriot.ts';
import { milesightGateway } from './milesight-gateway.ts';
import { theThingsStackV3 } from './the-things-stack-v3.ts';
import { thingpark } from './thingpark.ts';

/** All network servers. A message is opened by the first that matches. */
export const ENVELOPES: readonly Envelope[] = [chirpstackV4, theThingsStackV3, thingpark, loriot, milesightGateway];
