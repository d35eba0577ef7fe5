import { previewScores as endpoint } from '@portal/contract/office/training';
import { call } from '../../platform/call.ts';

export const previewScores = (classId: number, form: FormData) =>
  call(endpoint, { params: { id: classId }, form });
