import { notices } from '@airdeck/contract/notice/routes';
import type { Http } from '../../platform/http/create-http.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { noticeTable } from './notice-queries.ts';

export const addNoticeRoutes = (http: Http, deps: ResourceDeps): void => {
  addResourceRoutes(http, notices, createResource(deps, noticeTable));
};
