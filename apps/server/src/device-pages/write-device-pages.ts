// Writes docs/devices from the drivers, their guides and examples. `npm run devices`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { DEVICE_PAGES, renderDevicePages } from './device-pages.ts';

const pages = renderDevicePages();
// The page of a family that is gone goes too.
rmSync(DEVICE_PAGES, { recursive: true, force: true });
mkdirSync(DEVICE_PAGES, { recursive: true });
for (const [path, text] of pages) writeFileSync(path, text);
