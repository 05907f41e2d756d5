import { join } from 'node:path';
import { UPLINKS } from '@airdeck/drivers/envelopes/examples';
import { NETWORK_SERVER_GUIDES } from '@airdeck/drivers/envelopes/guides';
import { ENVELOPES } from '@airdeck/drivers/envelopes/index';
import { EXAMPLES } from '@airdeck/drivers/families/examples';
import { FAMILY_GUIDES } from '@airdeck/drivers/families/guides';
import { DRIVERS } from '@airdeck/drivers/families/index';
import { REGISTER_MAPS } from '@airdeck/drivers/register-maps/index';
import { renderFamily } from './family-page.ts';
import {
  renderAirdeckInHomeAssistant,
  renderIndex,
  renderNetworkServers,
  renderOwnDecoder,
  renderRegisterMaps,
} from './general-pages.ts';

/** The folder of the pages; nothing else stands in it. */
export const DEVICE_PAGES = join(import.meta.dirname, '../../../../docs/devices');

/** Every page by its path. Fails for a family without a guide or examples. */
export const renderDevicePages = (): Map<string, string> => {
  const families = DRIVERS.map((driver) => {
    const guide = FAMILY_GUIDES[driver.id];
    const examples = EXAMPLES[driver.id];
    if (guide === undefined || examples === undefined) throw new Error(`no guide or no examples for ${driver.id}`);
    return [`${driver.id}.md`, renderFamily(driver, guide, examples)] as const;
  });
  const pages = [
    ['README.md', renderIndex(DRIVERS)] as const,
    ['network-servers.md', renderNetworkServers(ENVELOPES, NETWORK_SERVER_GUIDES, UPLINKS)] as const,
    ['airdeck-in-home-assistant.md', renderAirdeckInHomeAssistant()] as const,
    ['own-decoder.md', renderOwnDecoder(ENVELOPES)] as const,
    ['register-maps.md', renderRegisterMaps(REGISTER_MAPS)] as const,
    ...families,
  ];
  return new Map(pages.map(([name, text]) => [join(DEVICE_PAGES, name), text]));
};
