import type { UplinkExample } from '../examples.ts';
import chirpstackV4 from './chirpstack-v4.examples.json' with { type: 'json' };
import loriot from './loriot.examples.json' with { type: 'json' };
import milesightGateway from './milesight-gateway.examples.json' with { type: 'json' };
import theThingsStackV3 from './the-things-stack-v3.examples.json' with { type: 'json' };
import thingpark from './thingpark.examples.json' with { type: 'json' };

/** The examples of each network server, by its id. */
export const UPLINKS: Readonly<Record<string, readonly UplinkExample[] | undefined>> = {
  'chirpstack-v4': chirpstackV4.uplinks,
  'the-things-stack-v3': theThingsStackV3.uplinks,
  thingpark: thingpark.uplinks,
  loriot: loriot.uplinks,
  'milesight-gateway': milesightGateway.uplinks,
};
