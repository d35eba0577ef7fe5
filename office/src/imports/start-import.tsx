import type { ImportDetail } from '@portal/contract/office/imports';
import { notify } from '@portal/kit/browser/notices.ts';
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { ConfirmedAction } from '../forms/confirmed-action.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { startImport } from './api/start-import.ts';

interface StartImportProps {
  readonly detail: ImportDetail;
  readonly onStarted: () => void;
}

export const StartImport = ({ detail: { id, kind, verdicts }, onStarted }: StartImportProps) => {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const takesDoubtful = taken.length > 0;
  const fresh = verdicts.new + (takesDoubtful ? verdicts.doubtful : 0);
  const done = () => {
    notify(text.started, 'success');
    onStarted();
  };
  return (
    <section aria-label={text.start} className="space-y-3">
      {verdicts.doubtful > 0 && (
        <CheckboxGroup
          label={<span className="sr-only">{text.verdicts.doubtful}</span>}
          name="takesDoubtful"
          onChange={setTaken}
          options={[{ value: 'yes', label: text.takesDoubtful[kind](verdicts.doubtful) }]}
          value={taken}
        />
      )}
      {fresh + verdicts.changed === 0 ? (
        <Notice>{text.nothingToStart}</Notice>
      ) : (
        <ConfirmedAction
          confirmLabel={text.startNow}
          onDone={done}
          question={text.startQuestions[kind](fresh, verdicts.changed)}
          title={text.start}
          work={() => startImport(id, takesDoubtful)}
        >
          {text.start}
        </ConfirmedAction>
      )}
    </section>
  );
};
