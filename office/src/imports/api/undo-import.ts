import { undoImport as endpoint } from '@portal/contract/office/imports';
import { call } from '../../platform/call.ts';

export const undoImport = (id: number) => call(endpoint, { params: { id } });
