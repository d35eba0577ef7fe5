import { readable } from '@portal/contract/dates';
import { actionText } from '@portal/contract/office/actions';
import { Newer } from '@portal/contract/office/version';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ReloadButton } from '@portal/kit/ui/reload-button.tsx';
import * as z from 'zod/mini';
import { actorText } from '../audit/actor-text.ts';
import { Changes } from '../audit/changes.tsx';
import { formsText } from '../text/zh-TW/forms.ts';

const text = formsText.newer;

export const newerOf = (error: unknown): Newer | null =>
  error instanceof CallRefused ? (z.safeParse(Newer, error.newer).data ?? null) : null;

const takeFocus = (element: HTMLElement | null) => element?.focus();

interface NewerVersionProps {
  newer: Newer;
  onReload: () => void;
}

/** The record has changed meanwhile. The form keeps the typed text. */
export const NewerVersion = ({ newer: { version, changes }, onReload }: NewerVersionProps) => (
  <section aria-label={text.title} key={version} ref={takeFocus} tabIndex={-1}>
    <Notice tone="warn">
      <p className="font-semibold">{text.title}</p>
      <ul className="mt-2 space-y-2">
        {changes.map(({ key, at, actor, action, changes: values }) => (
          <li key={key}>
            {text.change(readable(at), actorText(actor), actionText(action))}
            <Changes changes={values} />
          </li>
        ))}
      </ul>
      <p className="my-2">{text.lead}</p>
      <ReloadButton onReload={onReload} />
    </Notice>
  </section>
);
