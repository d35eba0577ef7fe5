import type { SitePageName } from '@portal/contract/content';
import { discardPageRevision as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const discardPageRevision = (name: SitePageName) => call(endpoint, { params: { name } });
