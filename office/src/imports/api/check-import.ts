import { checkImport as endpoint } from '@portal/contract/office/imports';
import { call } from '../../platform/call.ts';

export const checkImport = (form: FormData) => call(endpoint, { form });
