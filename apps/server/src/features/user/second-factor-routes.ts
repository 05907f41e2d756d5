import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@airdeck/contract/user/second-factor';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { createSecondFactor, type SecondFactorOptions } from './second-factor.ts';

export function addSecondFactorRoutes(http: Http, options: SecondFactorOptions): void {
  const own = createSecondFactor(options);

  addRoute(http, getSecondFactor, async ({ who }) => {
    const { set_up_time, ...summary } = await own.read(who.userId);
    return { ...summary, set_up_time: set_up_time?.toISOString() ?? null };
  });
  addRoute(http, startSecondFactor, ({ who, body, request }) => own.start(who, request.ip, body));
  addRoute(http, confirmSecondFactor, async ({ who, body, request }) => ({
    recovery_codes: await own.confirm(who, request.ip, body),
  }));
  addRoute(http, renewRecoveryCodes, async ({ who, body, request }) => ({
    recovery_codes: await own.renewCodes(who, request.ip, body),
  }));
  addRoute(http, removeSecondFactor, async ({ who, body, request }) => {
    await own.remove(who, request.ip, body);
    return {};
  });
}
