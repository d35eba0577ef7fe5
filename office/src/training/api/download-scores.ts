import { downloadScores as endpoint } from '@portal/contract/office/training';
import { download } from '../../platform/download.ts';

export const downloadScores = (classId: number) => download(endpoint, { params: { id: classId } });
