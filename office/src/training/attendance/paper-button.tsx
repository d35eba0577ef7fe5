import { type PaperKind, paperNames } from '@portal/contract/office/training';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { downloadPaper } from '../api/download-paper.ts';

export const PaperButton = ({ classId, paper }: { classId: number; paper: PaperKind }) => {
  const sending = useSending({
    mutationFn: () => downloadPaper(classId, paper),
    onError: (error: Error) => notify(failureText(error), 'danger'),
  });
  return (
    <Button busy={sending.isPending} onClick={() => sending.mutate()} variant="quiet">
      <Icon name="download" />
      {paperNames[paper]}
    </Button>
  );
};
