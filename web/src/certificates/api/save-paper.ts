import { certificatePaper, type PaperFormat } from '@portal/contract/certificates';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { fetchPrivateFile } from '../../platform/private-file.ts';
import { saveFile } from '../../platform/save-file.ts';

interface WantedPaper {
  readonly code: string;
  readonly format: PaperFormat;
  readonly fileName: string;
}

export const useSavePaper = () =>
  useSending({
    mutationFn: async ({ code, format, fileName }: WantedPaper) => {
      const src = certificatePaper.path.replace(':code', encodeURIComponent(code)).replace(':format', format);
      saveFile(await fetchPrivateFile(src, {}), fileName);
    },
  });
