import { sendRecord, siteDay } from './record.ts';
import { allowOldReadings, expectRecord, seed } from './seed.ts';
import { addMeter, loginOf, renewPassword, startServer } from './server.ts';
import { PLACES, type Servers } from './servers.ts';

/** The demo's output when its past is complete. */
const HISTORY_DONE = /^history 100 %/;

/** The purifiers of the control meter. */
const PURIFIERS = 5;
const PURIFIERS_OF_JOURNEYS = 2;

/** One demo with a day of history, one empty server with nothing but its administrator, for all tests. */
export default async function startServers(): Promise<() => Promise<void>> {
  const [demo, empty] = await Promise.all([
    startServer('demo', ['--history-days', '1', '--local-server-allow', '127.0.0.1']),
    startServer('start', []),
  ]);
  const device = await addMeter(demo.dataDir, PLACES.testMeter);
  const recorder = await addMeter(demo.dataDir, PLACES.recordMeter);
  const controlled = await addMeter(demo.dataDir, PLACES.controlMeter, PURIFIERS);
  const journeys = await addMeter(demo.dataDir, PLACES.journeyMeter, PURIFIERS_OF_JOURNEYS);
  const worst = await addMeter(demo.dataDir, PLACES.bannerMeter);
  const storm = await addMeter(demo.dataDir, PLACES.stormMeter);
  const recordDay = siteDay(-1);
  const servers: Servers = {
    demo: {
      url: demo.url,
      dataDir: demo.dataDir,
      mqttUrl: demo.mqttUrl,
      device,
      recorder,
      controlled,
      journeys,
      worst,
      storm,
      recordDay,
      logins: {
        SUPER_ADMIN: loginOf(demo, 'SUPER_ADMIN'),
        SUPER_USER: loginOf(demo, 'SUPER_USER'),
        LOCAL_ADMIN: loginOf(demo, 'LOCAL_ADMIN'),
        LOCAL_USER: loginOf(demo, 'LOCAL_USER'),
      },
    },
    empty: { url: empty.url, login: await renewPassword(empty.url, loginOf(empty, 'SUPER_ADMIN')) },
  };
  process.env.AIRDECK_E2E = JSON.stringify(servers);
  await allowOldReadings(PLACES.recordMeter.code);
  await sendRecord(demo.mqttUrl, recorder, recordDay);
  await demo.said(HISTORY_DONE);
  await expectRecord(recordDay);
  await seed();
  return async () => {
    await demo.stop();
    await empty.stop();
  };
}
