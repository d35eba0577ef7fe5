import { exportOwnData } from '@portal/contract/privacy';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { fetchPrivateFile } from '../../platform/private-file.ts';
import { saveFile } from '../../platform/save-file.ts';

export const useExport = (fileName: string) =>
  useSending({
    mutationFn: async () =>
      saveFile(await fetchPrivateFile(exportOwnData.path, { method: 'POST' }), fileName),
  });
