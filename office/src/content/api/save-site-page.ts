import type { SitePageName } from '@portal/contract/content';
import type { Input } from '@portal/contract/endpoint';
import { saveSitePage as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const saveSitePage = (name: SitePageName, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { name }, body });
