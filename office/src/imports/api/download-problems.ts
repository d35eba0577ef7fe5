import { importProblems } from '@portal/contract/office/imports';
import { download } from '../../platform/download.ts';

export const downloadProblems = (id: number) => download(importProblems, { params: { id } });
