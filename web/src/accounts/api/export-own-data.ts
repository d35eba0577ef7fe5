import { exportOwnData } from '@portal/contract/privacy';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { fetchPrivateFile } from '../../platform/private-file.ts';

const save = (file: Blob, name: string) => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

export const useExport = (fileName: string) =>
  useSending({
    mutationFn: async () => save(await fetchPrivateFile(exportOwnData.path, { method: 'POST' }), fileName),
  });
