import type { ScoreSheet } from '@portal/contract/office/training';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useShownClass } from '../../classes/use-shown-class.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { resultsText as text } from '../../text/zh-TW/results.ts';
import { scoresQuery } from '../api/get-scores.ts';
import { PaperButton } from '../attendance/paper-button.tsx';
import { DownloadScores } from './download-scores.tsx';
import { PublishButton } from './publish-button.tsx';
import { ScoreGrid } from './score-grid.tsx';
import { UploadScores } from './upload-scores.tsx';
import { useTypedScores } from './use-typed-scores.ts';

export const ResultsTab = () => {
  const query = useQuery(scoresQuery(useShownClass().id));
  return <Loaded query={query}>{(data) => <ScoreForm sheet={data} />}</Loaded>;
};

const ScoreForm = ({ sheet }: { sheet: ScoreSheet }) => {
  const scores = useTypedScores(sheet);
  const { size } = scores.typed;
  if (sheet.people.length === 0) return <EmptyState title={text.empty} />;
  return (
    <>
      {!sheet.started && <Notice tone="info">{text.notStarted}</Notice>}
      <div className="my-4 space-y-2">
        {sheet.can.write && sheet.started && <p className="text-ink-soft text-sm">{text.keys}</p>}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PaperButton classId={sheet.class.id} paper="scores" />
          <DownloadScores classId={sheet.class.id} />
          {sheet.can.write && sheet.started && <UploadScores classId={sheet.class.id} isUnsaved={size > 0} />}
          {sheet.can.publish && sheet.started && <PublishButton isUnsaved={size > 0} sheet={sheet} />}
          <p aria-live="polite" className="px-2 text-sm" role="status">
            {scores.isSaving ? text.saving : size > 0 ? text.unsaved(size) : text.saved}
          </p>
        </div>
      </div>
      <ScoreGrid scores={scores} sheet={sheet} />
    </>
  );
};
