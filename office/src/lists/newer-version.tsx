import { readable } from '@portal/contract/dates';
import { actionText } from '@portal/contract/office/actions';
import { Newer } from '@portal/contract/office/version';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import * as z from 'zod/mini';
import { actorText } from '../audit/actor-text.ts';
import { Changes } from '../audit/changes.tsx';
import { listText } from '../text/zh-TW/lists.ts';

const text = listText.newer;

/** The changes, if a save was refused because of them; else null. */
export const newerOf = (error: unknown): Newer | null =>
  error instanceof CallRefused ? (z.safeParse(Newer, error.newer).data ?? null) : null;

/** Above a form whose thing has changed meanwhile: by whom, when and what. The form keeps what was typed. */
export const NewerVersion = ({ newer: { changes } }: { newer: Newer }) => (
  <Notice live tone="warn">
    <p className="font-semibold">{text.title}</p>
    <ul className="mt-2 space-y-2">
      {changes.map(({ key, at, actor, action, changes: values }) => (
        <li key={key}>
          {text.change(readable(at), actorText(actor), actionText(action))}
          <Changes changes={values} />
        </li>
      ))}
    </ul>
    <p className="mt-2">{text.lead}</p>
  </Notice>
);
