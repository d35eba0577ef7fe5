import type { Setup } from '@portal/contract/office/setup';
import { notify } from '@portal/kit/browser/notices.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ConfirmedAction } from '../forms/confirmed-action.tsx';
import { DirectAction } from '../forms/direct-action.tsx';
import { setupText } from '../text/zh-TW/setup.ts';
import { addStarterSet } from './api/add-starter-set.ts';
import { setupQuery } from './api/get-setup.ts';
import { removeStarterSet } from './api/remove-starter-set.ts';

const text = setupText.starter;

/** Templates to begin with, added by one press and removed while nobody uses them. */
export const StarterSet = ({ starter }: Pick<Setup, 'starter'>) => {
  const id = useId();
  const queries = useQueryClient();
  const done = (notice: string) => (setup: Setup) => {
    queries.setQueryData(setupQuery.queryKey, setup);
    void queries.invalidateQueries();
    notify(notice, 'success');
  };
  if (!starter.canAdd && !starter.canRemove) return null;
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="text-lg" id={id}>
        {text.title}
      </h2>
      <p className="mb-3 text-ink-soft">{text.lead}</p>
      {starter.canAdd && (
        <DirectAction onDone={done(text.added)} work={addStarterSet}>
          {text.add}
        </DirectAction>
      )}
      {starter.canRemove && (
        <ConfirmedAction
          confirmLabel={text.remove}
          onDone={done(text.removed)}
          question={text.really}
          title={text.remove}
          work={removeStarterSet}
        >
          {text.remove}
        </ConfirmedAction>
      )}
    </section>
  );
};
