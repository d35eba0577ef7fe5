import { readable } from '@portal/contract/dates';
import { PERSON_REASON_MAX } from '@portal/contract/office/people';
import type { PersonMerge, UndoneMerge } from '@portal/contract/office/person-merges';
import { notify } from '@portal/kit/browser/notices.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { listKey } from '../../lists/list.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { useMay } from '../../platform/session.ts';
import { personMergeText } from '../../text/zh-TW/person-merge.ts';
import { mergesQuery } from '../api/get-merges.ts';
import { personKey } from '../api/person-key.ts';
import { undoMerge } from '../api/undo-merge.ts';
import { listOfPeople } from '../people-list.tsx';
import { PersonName } from '../person-name.tsx';

const { list: text, undo: undoText } = personMergeText;

/** The records that became part of this one. */
export const Merges = ({ id, canMerge }: { id: number; canMerge: boolean }) => {
  const may = useMay('person.merge') && canMerge;
  const query = useQuery({ ...mergesQuery(id), enabled: may });
  const [undone, setUndone] = useState<UndoneMerge | null>(null);
  if (!may) return null;
  return (
    <Loaded query={query} rows={1}>
      {(merges) =>
        merges.length === 0 ? null : (
          <section>
            <h2 className="mb-2 text-lg">{text.title}</h2>
            {undone && <KeptItems undone={undone} />}
            <ul className="divide-y divide-line border-line border-y">
              {merges.map((merge) => (
                <MergeItem id={id} key={merge.id} merge={merge} onUndone={setUndone} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
};

const KeptItems = ({ undone: { kept } }: { undone: UndoneMerge }) =>
  kept.length === 0 ? null : (
    <Notice title={undoText.kept} tone="warn">
      <ul className="list-disc ps-6">
        {kept.map((item) => (
          <li key={`${item.kind} ${item.name}`}>{undoText.keptItem(item)}</li>
        ))}
      </ul>
    </Notice>
  );

interface ItemProps {
  id: number;
  merge: PersonMerge;
  onUndone: (undone: UndoneMerge) => void;
}

const MergeItem = ({ id, merge, onUndone }: ItemProps) => {
  const { removed, at, by, reason, undone, undoUntil } = merge;
  return (
    <li className="space-y-1 py-2">
      <p className="text-ink-soft text-sm tabular">{text.when(readable(at), by)}</p>
      <p>
        {undone ? (
          <PersonName id={removed.id} name={text.what(removed.name, removed.identity)} />
        ) : (
          text.what(removed.name, removed.identity)
        )}
      </p>
      <p className="whitespace-pre-line text-sm">{text.reason(reason)}</p>
      {undone && (
        <p className="whitespace-pre-line text-sm">
          {text.undone(readable(undone.at), undone.by, undone.reason)}
        </p>
      )}
      {undoUntil && (
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <Undo id={id} mergeId={merge.id} onUndone={onUndone} />
          <span className="text-ink-soft text-sm">{text.until(readable(undoUntil))}</span>
        </div>
      )}
    </li>
  );
};

const Undo = ({ id, mergeId, onUndone }: { id: number; mergeId: number } & Pick<ItemProps, 'onUndone'>) => {
  const client = useQueryClient();
  const done = (undone: UndoneMerge) => {
    for (const queryKey of [personKey(id), personKey(undone.removed.id), listKey(listOfPeople.name)])
      void client.invalidateQueries({ queryKey });
    notify(undoText.done, 'success');
    onUndone(undone);
  };
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: undoText.open, sending: undoText.sending }}
          label={undoText.reason}
          maxLength={PERSON_REASON_MAX}
          onClose={close}
          onDone={done}
          run={(reason) => undoMerge(mergeId, reason)}
          title={undoText.title}
        >
          <p>{undoText.lead}</p>
        </ReasonDialog>
      )}
      label={undoText.open}
    />
  );
};
