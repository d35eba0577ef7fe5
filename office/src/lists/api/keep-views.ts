import { keepViews as endpoint, type ListView } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const keepViews = (list: string, views: ListView[]) =>
  call(endpoint, { params: { list }, body: { views } });
