import { readable } from '@portal/contract/dates';
import { actionText, Newer } from '@portal/contract/office/audit';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ReloadButton } from '@portal/kit/ui/reload-button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { actorText } from '../audit/actor-text.ts';
import { Changes } from '../audit/changes.tsx';
import { formsText } from '../text/zh-TW/forms.ts';

const text = formsText.newer;

/** The record is no longer as the page showed it: somebody else changed it first. */
export interface EditConflict {
  readonly message: string;
  /** The changes since; null where the server does not list them. */
  readonly newer: Newer | null;
}

/** Null if the call failed for another reason. */
export const editConflictOf = (error: unknown): EditConflict | null => {
  // A call in flight is one's own.
  if (!(error instanceof CallRefused) || error.status !== 409 || error.code === 'in_flight') return null;
  return { message: error.message, newer: z.safeParse(Newer, error.newer).data ?? null };
};

/** Reads again what the page shows. */
export const useReload = () => {
  const queries = useQueryClient();
  return () => queries.refetchQueries({ type: 'active' });
};

const takeFocus = (element: HTMLElement | null) => element?.focus();

interface ConflictNoticeProps {
  conflict: EditConflict;
  onReload: () => void;
}

/** Shown in forms and dialogs, which keep the typed text. Acts without text show a notice (`useAct`). */
export const ConflictNotice = ({ conflict: { message, newer }, onReload }: ConflictNoticeProps) => {
  const title = newer ? text.title : message;
  return (
    <section aria-label={title} key={newer?.version} ref={takeFocus} tabIndex={-1}>
      <Notice tone="warn">
        <p className="font-semibold">{title}</p>
        {newer && (
          <>
            <ul className="mt-2 space-y-2">
              {newer.changes.map(({ key, at, actor, action, changes }) => (
                <li key={key}>
                  {text.change(readable(at), actorText(actor), actionText(action))}
                  <Changes action={action} changes={changes} />
                </li>
              ))}
            </ul>
            <p className="mt-2">{text.lead}</p>
          </>
        )}
        <div className="mt-2">
          <ReloadButton onReload={onReload} />
        </div>
      </Notice>
    </section>
  );
};
