import { fetchDocument, type GivenDocument } from '@portal/contract/documents';
import { fetchPrivateFile } from '../../platform/private-file.ts';

export const saveDocument = async (registration: number, { id, name }: GivenDocument): Promise<void> => {
  const src = fetchDocument.path.replace(':id', `${registration}`).replace(':document', `${id}`);
  const url = URL.createObjectURL(await fetchPrivateFile(src, {}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
