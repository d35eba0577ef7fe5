import { readable } from '@portal/contract/dates';
import type { ImportDetail } from '@portal/contract/office/imports';
import { notify } from '@portal/kit/browser/notices.ts';
import { ConfirmedAction } from '../forms/confirmed-action.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { undoImport } from './api/undo-import.ts';

interface UndoImportProps {
  readonly detail: ImportDetail;
  readonly onStarted: () => void;
}

export const UndoImport = ({ detail: { id, undoUntil }, onStarted }: UndoImportProps) => {
  const done = () => {
    notify(text.undoStarted, 'success');
    onStarted();
  };
  return (
    <section aria-label={text.undo} className="space-y-3">
      {undoUntil && <p className="text-ink-soft">{text.undoHint(readable(undoUntil))}</p>}
      <ConfirmedAction
        confirmLabel={text.undoNow}
        onDone={done}
        question={text.undoQuestion}
        title={text.undo}
        work={() => undoImport(id)}
      >
        {text.undo}
      </ConfirmedAction>
    </section>
  );
};
