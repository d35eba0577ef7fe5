import { fetchDocument, type GivenDocument } from '@portal/contract/documents';
import { fetchPrivateFile } from '../../platform/private-file.ts';
import { saveFile } from '../../platform/save-file.ts';

export const saveDocument = async (registration: number, { id, name }: GivenDocument): Promise<void> => {
  const src = fetchDocument.path.replace(':id', `${registration}`).replace(':document', `${id}`);
  saveFile(await fetchPrivateFile(src, {}), name);
};
