import { getMeterQuality } from '@airdeck/contract/device/quality';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { createQuality, type QualityOptions } from './quality.ts';

export const addQualityRoutes = (http: Http, options: QualityOptions): void => {
  const quality = createQuality(options);
  addRoute(http, getMeterQuality, ({ request, who, params, scope }) =>
    quality.of(scope, params.id, languageOf(request, who)),
  );
};
