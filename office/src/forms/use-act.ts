import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useStepUp } from '../platform/step-up.ts';
import { editConflictOf, useReload } from './edit-conflict.ts';

interface ActOptions<Answer, Content> {
  work: (content: Content) => Promise<Answer>;
  onDone: (answer: Answer, content: Content) => void;
  /** Shows why the act is lost, while the page loads what is there now. By default a notice. */
  onConflict?: (why: string, content: Content) => void;
  /** All other failures. */
  onFailed?: (why: string, content: Content) => void;
}

const say = (why: string) => notify(why, 'danger');

/** An act in which nothing is typed. The second factor may be required first. */
export const useAct = <Answer, Content = void>(options: ActOptions<Answer, Content>) => {
  const { work, onDone, onConflict = say, onFailed } = options;
  const withStepUp = useStepUp();
  const reload = useReload();
  return useSending<Answer, Content>({
    mutationFn: (content) => withStepUp(() => work(content)),
    onSuccess: onDone,
    onError: (error, content) => {
      const why = failureText(error);
      if (!editConflictOf(error)) return onFailed?.(why, content);
      onConflict(why, content);
      void reload();
    },
  });
};
