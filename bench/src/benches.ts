// The benches, run by main.ts: figures, one JSON line each. Every ratio is of one run; the machine is shared with the
// load generator, as each bench says.

import { benchAdministration, benchImport } from './administration/administration.ts';
import { benchChunks } from './administration/chunks.ts';
import { ALARM_BENCHES } from './alarms/alarms.ts';
import { benchFrameCost, benchPackingLoad } from './busy/busy-load.ts';
import { benchReportLoad } from './busy/report-load.ts';
import { benchChart } from './chart/chart.ts';
import { benchAutoMode } from './control/auto-mode.ts';
import { benchControl } from './control/control.ts';
import { benchDecoderNeighbours } from './decoders/decoder-neighbours.ts';
import { benchDecoderSandbox } from './decoders/decoder-sandbox.ts';
import { type Figure, print, takePrinted } from './figure.ts';
import { benchCompliance } from './history/compliance.ts';
import { benchExport } from './history/export.ts';
import { benchHistory } from './history/history.ts';
import { benchIngestFeed } from './ingest/feed.ts';
import { benchIngest, DEVICES, GATEWAYS } from './ingest/ingest.ts';
import { benchInserts } from './ingest/inserts.ts';
import { benchIngestProcesses } from './ingest/processes.ts';
import { benchIngestRollups } from './ingest/rollups.ts';
import { benchLatency } from './live/latency.ts';
import { benchLocalServers } from './local-servers/local-servers.ts';
import { followOwnTime, machineTime } from './processes.ts';
import { recordFigures } from './record-figures.ts';
import { benchRegistry } from './registry/registry.ts';
import { benchScale } from './scale/scale.ts';
import { benchLiveMemory } from './screens/live-memory.ts';
import { benchLiveScreen } from './screens/live-screen.ts';
import { benchScreens } from './screens/screens.ts';
import { benchIdleMemory, benchRestart, benchStart } from './start/start.ts';
import { benchStartMemory } from './start/start-memory.ts';
import { benchHourBlocks } from './store/hour-blocks.ts';
import { benchPacking } from './store/packing.ts';

const BENCHES: Record<string, () => Promise<void>> = {
  start: benchStart,
  'start-memory': benchStartMemory,
  chart: benchChart,
  screens: benchScreens,
  'live-screen': benchLiveScreen,
  'live-memory': benchLiveMemory,
  memory: benchIdleMemory,
  restart: benchRestart,
  inserts: benchInserts,
  'ingest-gateways': () => benchIngest(GATEWAYS),
  'ingest-devices': () => benchIngest(DEVICES),
  'ingest-rollups': benchIngestRollups,
  'ingest-feed': benchIngestFeed,
  'ingest-processes': benchIngestProcesses,
  packing: benchPacking,
  'hour-blocks': benchHourBlocks,
  'packing-load': benchPackingLoad,
  'frame-cost': benchFrameCost,
  'report-load': benchReportLoad,
  scale: benchScale,
  history: benchHistory,
  compliance: benchCompliance,
  export: benchExport,
  latency: benchLatency,
  registry: benchRegistry,
  'local-servers': benchLocalServers,
  administration: benchAdministration,
  import: benchImport,
  chunks: benchChunks,
  control: benchControl,
  'decoder-sandbox': benchDecoderSandbox,
  'decoder-neighbours': benchDecoderNeighbours,
  ...ALARM_BENCHES,
  'auto-mode': benchAutoMode,
};

/** Above this share something else used the machine. */
const MAX_OTHERS = 0.1;

/** Runs a bench; returns its figures, none if the machine was busy with something else. */
const run = async (name: string): Promise<Figure[]> => {
  const ownTime = followOwnTime();
  const before = { own: ownTime.read(), ...machineTime() };
  await BENCHES[name]?.();
  const after = machineTime();
  const others = (after.busy - before.busy - (ownTime.read() - before.own)) / (after.all - before.all);
  ownTime.stop();
  const figures = takePrinted();
  const reach = `<= ${MAX_OTHERS}`;
  print({ name: `${name}-others`, value: Math.max(0, others), unit: 'share of the processors', reach });
  takePrinted();
  if (others <= MAX_OTHERS) return figures;
  console.log(`${name}: not valid, something else used the processors`);
  return [];
};

const args = process.argv.slice(2);
const isRecorded = args.includes('--record');
const asked = args.filter((arg) => arg !== '--record');
const names = asked.length > 0 ? asked : Object.keys(BENCHES);
for (const name of names) {
  const matching = Object.keys(BENCHES).filter((known) => known === name || known.startsWith(`${name}-`));
  if (matching.length === 0) {
    console.error(`There is no bench ${name}; there are: ${Object.keys(BENCHES).join(', ')}.`);
    process.exit(2);
  }
  for (const match of matching) {
    const figures = await run(match);
    if (isRecorded) recordFigures(figures);
  }
}
