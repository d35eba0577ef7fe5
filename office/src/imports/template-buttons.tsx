import type { ImportKind } from '@portal/contract/office/imports';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { downloadTemplate } from './api/download-template.ts';

export const TemplateButtons = ({ kind }: { kind: ImportKind }) => {
  const send = useSending({
    mutationFn: (example: boolean) => downloadTemplate(kind, example),
    onSuccess: () => notify(text.downloaded, 'success'),
    onError: (error) => notify(failureText(error), 'danger'),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => send.mutate(false)}>{text.template}</Button>
      <Button onClick={() => send.mutate(true)}>{text.example}</Button>
    </div>
  );
};
