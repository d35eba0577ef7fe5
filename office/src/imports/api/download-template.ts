import { type ImportKind, importTemplate } from '@portal/contract/office/imports';
import { download } from '../../platform/download.ts';

export const downloadTemplate = (kind: ImportKind, example: boolean) =>
  download(importTemplate, { body: { kind, example } });
