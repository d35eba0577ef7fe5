import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { resultsText } from '../../text/zh-TW/results.ts';
import { downloadScores } from '../api/download-scores.ts';

export const DownloadScores = ({ classId }: { classId: number }) => {
  const sending = useSending({
    mutationFn: () => downloadScores(classId),
    onError: (error: Error) => notify(failureText(error), 'danger'),
  });
  return (
    <Button busy={sending.isPending} onClick={() => sending.mutate()} variant="quiet">
      <Icon name="download" />
      {resultsText.file.download}
    </Button>
  );
};
