import { copyPersonalData as endpoint } from '@portal/contract/office/privacy';
import { download } from '../../platform/download.ts';

export const copyPersonalData = (id: number): Promise<void> => download(endpoint, { params: { id } });
