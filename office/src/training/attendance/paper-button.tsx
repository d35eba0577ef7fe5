import { classPaper, type PaperKind, paperNames } from '@portal/contract/office/papers';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { download } from '../../platform/download.ts';

export const PaperButton = ({ classId, paper }: { classId: number; paper: PaperKind }) => {
  const sending = useSending({
    mutationFn: () => download(classPaper, { params: { id: classId }, body: { paper } }),
    onError: (error: Error) => notify(failureText(error), 'danger'),
  });
  return (
    <Button busy={sending.isPending} onClick={() => sending.mutate()} variant="quiet">
      <Icon name="download" />
      {paperNames[paper]}
    </Button>
  );
};
