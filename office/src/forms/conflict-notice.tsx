import { readable } from '@portal/contract/dates';
import { actionText } from '@portal/contract/office/audit';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ReloadButton } from '@portal/kit/ui/reload-button.tsx';
import { actorText } from '../audit/actor-text.ts';
import { Changes } from '../audit/changes.tsx';
import { formsText } from '../text/zh-TW/forms.ts';
import type { EditConflict } from './edit-conflict.ts';

const text = formsText.newer;

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
