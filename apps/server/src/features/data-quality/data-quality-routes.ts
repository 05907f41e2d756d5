import { getMeterQuality } from '@airdeck/contract/device/quality';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { createDataQuality, type DataQualityOptions } from './data-quality.ts';

export const addDataQualityRoutes = (http: Http, options: DataQualityOptions): void => {
  const quality = createDataQuality(options);
  addRoute(http, getMeterQuality, ({ request, who, params, scope }) =>
    quality.of(scope, params.id, languageOf(request, who)),
  );
};
