import { groupCertificatePaper, groupCertificateSheet } from '@portal/contract/group-certificates';
import { addressOf } from '@portal/kit/browser/request.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { fetchPrivateFile } from '../../../platform/private-file.ts';
import { saveFile } from '../../../platform/save-file.ts';

const files = { xlsx: groupCertificateSheet, pdf: groupCertificatePaper } as const;

interface WantedFile {
  readonly extension: keyof typeof files;
  readonly fileName: string;
}

export const useSaveGroupFile = (GroupCode: string) =>
  useSending({
    mutationFn: async ({ extension, fileName }: WantedFile) => {
      const src = addressOf(files[extension], { params: { GroupCode } });
      saveFile(await fetchPrivateFile(src, {}), fileName);
    },
  });
