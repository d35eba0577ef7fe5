import type { Input } from '@portal/contract/endpoint';
import { exportDaySheet as endpoint } from '@portal/contract/office/statements';
import { download } from '../../platform/download.ts';

/** The server checks the body. */
export const exportDaySheet = (id: number, body: Readonly<Record<string, unknown>>) =>
  download(endpoint, { params: { id }, body: body as Input<typeof endpoint.body> });
