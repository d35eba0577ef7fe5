import { notify } from '@portal/kit/browser/notices.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ConfirmedAction } from '../forms/confirmed-action.tsx';
import { contentText } from '../text/zh-TW/content.ts';

const text = contentText.publication;

interface WaitingRevisionProps<Answer> {
  mayEdit: boolean;
  discard: () => Promise<Answer>;
  onDiscarded: (answer: Answer) => void;
}

/** Above a text that waits, while the public sees another one. */
export const WaitingRevision = <Answer,>({ mayEdit, discard, onDiscarded }: WaitingRevisionProps<Answer>) => (
  <div className="mb-4">
    <Notice tone="info">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{text.waits}</p>
        {mayEdit && (
          <ConfirmedAction
            confirmLabel={text.discard.confirm}
            onDone={(answer) => {
              onDiscarded(answer);
              notify(text.discard.done, 'success');
            }}
            question={text.discard.really}
            title={text.discard.title}
            work={discard}
          >
            {text.discard.open}
          </ConfirmedAction>
        )}
      </div>
    </Notice>
  </div>
);
