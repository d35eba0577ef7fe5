import { exportIncidentPeople as endpoint } from '@portal/contract/office/incidents';
import { download } from '../../platform/download.ts';

export const exportIncidentPeople = (id: number): Promise<void> => download(endpoint, { params: { id } });
