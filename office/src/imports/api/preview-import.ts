import { previewImport as endpoint } from '@portal/contract/office/imports';
import { call } from '../../platform/call.ts';

export const previewImport = (form: FormData) => call(endpoint, { form });
