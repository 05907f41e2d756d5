import { PURIFIER_ORDERS, purifiers, SENSOR_ORDERS, sensors } from '@airdeck/contract/device/parts';
import { METER_ORDERS, meters } from '@airdeck/contract/device/routes';
import { DEPARTMENT_ORDERS, departments } from '@airdeck/contract/place/routes';
import { USER_ORDERS, users } from '@airdeck/contract/user/routes';
import { type Api, printTimes, timed } from './api.ts';

const REACH_MS = 300;
const ROUNDS = 3;

/** In Hangul and in Latin letters; with many, few and no matches. */
const SEARCHED = ['정기 1', '초미세', 'k1', 'PERSON12', '77', 'nothing of the kind'];
const PLACED = ['organizationName=빛 어린이집 1', 'organizationName=BENCH', 'officeName=제3', 'departmentName=반 1'];

interface List {
  path: string;
  orders: readonly string[];
  filters: readonly string[];
}

const LISTS: Readonly<Record<string, List>> = {
  meters: {
    path: meters.list.path,
    orders: METER_ORDERS,
    filters: [...PLACED, 'meterName=정기 1', 'meterName=METER 19', 'code=k1', 'type=METER', 'use=N'],
  },
  sensors: {
    path: sensors.list.path,
    orders: SENSOR_ORDERS,
    filters: [...PLACED, 'meterName=정기 1', 'sensorName=초미세', 'sensorName=CO', 'type=CO2', 'use=N'],
  },
  purifiers: {
    path: purifiers.list.path,
    orders: PURIFIER_ORDERS,
    filters: [...PLACED, 'meterName=정기 1', 'airName=청정기 19', 'airName=ap', 'use=N'],
  },
  departments: { path: departments.list.path, orders: DEPARTMENT_ORDERS, filters: PLACED },
  users: {
    path: users.list.path,
    orders: USER_ORDERS,
    filters: ['organizationName=빛 어린이집 1', 'organizationName=BENCH', 'authority=LOCAL_ADMIN', 'use=N'],
  },
};

const queriesOf = ({ orders, filters }: List): Readonly<Record<string, readonly string[]>> => ({
  page: ['', 'page=1', 'page=20'],
  filter: filters,
  sort: [
    ...orders.flatMap((order) => [`sort=${order}`, `sort=${order},DESC`]),
    'sort=organization_name,DESC&sort=name',
    `sort=name,DESC&${filters[0]}`,
  ],
  search: SEARCHED.map((search) => `search=${search}`),
});

/** Response time of each list for a page of twelve rows, with any order, filter and search. */
export const measureLists = async (api: Api): Promise<void> => {
  for (const [name, list] of Object.entries(LISTS)) {
    for (const [kind, queries] of Object.entries(queriesOf(list))) {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        for (const query of queries) {
          const time = await timed(() => api.ask('GET', `${list.path}?${query}`));
          // The first round warms up.
          if (round > 0) times.push(time);
        }
      }
      printTimes(`administration-${name}-${kind}`, times, REACH_MS);
    }
  }
};
