import { classPaper, type PaperKind } from '@portal/contract/office/training';
import { download } from '../../platform/download.ts';

export const downloadPaper = (classId: number, paper: PaperKind) =>
  download(classPaper, { params: { id: classId }, body: { paper } });
