import type { Attachment, Attachments } from '@portal/contract/office/classes';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useState } from 'react';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { useAct } from '../../forms/use-act.ts';
import { attachmentsText as text } from '../../text/zh-TW/attachments.ts';
import { attachmentAddress } from '../api/open-attachment.ts';
import { orderAttachments } from '../api/order-attachments.ts';
import { removeAttachment } from '../api/remove-attachment.ts';
import { shareAttachment } from '../api/share-attachment.ts';
import { useShownClass } from '../use-shown-class.ts';
import { RenameFileDialog } from './rename-file-dialog.tsx';
import { useReloadAttachments, useSetAttachments } from './use-attachments-changed.ts';

interface FileListProps {
  classId: number;
  found: Attachments;
}

export const FileList = ({ classId, found: { attachments, canEdit } }: FileListProps) => {
  const { move, announcement, isMoving } = useOrder(classId, attachments);
  return (
    <>
      <ol aria-label={text.list} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {attachments.map((attachment, index) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2" key={attachment.id}>
            <FileName attachment={attachment} classId={classId} />
            {canEdit && (
              <FileActs
                attachment={attachment}
                classId={classId}
                isFirst={index === 0}
                isLast={index === attachments.length - 1}
                isMoving={isMoving}
                onMove={(by) => move(index, by)}
              />
            )}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
};

const FileName = ({ attachment, classId }: { attachment: Attachment; classId: number }) => {
  const { id, name, extension, size } = attachment;
  return (
    <div className="min-w-48 flex-1">
      <a
        aria-label={text.downloadLabel(`${name}.${extension}`)}
        className="break-all font-semibold"
        download
        href={attachmentAddress(classId, id)}
      >
        {name}.{extension}
      </a>
      {size !== null && <p className="text-ink-soft text-sm">{text.size(size)}</p>}
    </div>
  );
};

type MoveStep = -1 | 1;

const swapped = <T,>(list: readonly T[], from: number, by: MoveStep): T[] => {
  const order = [...list];
  const [entry] = order.splice(from, 1);
  if (entry !== undefined) order.splice(from + by, 0, entry);
  return order;
};

const useOrder = (classId: number, attachments: readonly Attachment[]) => {
  const setAttachments = useSetAttachments(classId);
  const reload = useReloadAttachments(classId);
  const [announcement, setAnnouncement] = useState('');
  const send = useAct({
    work: ({ ids }: { ids: number[]; moved: number }) => orderAttachments(classId, ids),
    onDone: (answer, { moved }) => {
      setAttachments(answer);
      const place = answer.attachments.findIndex(({ id }) => id === moved);
      setAnnouncement(
        text.order.moved(answer.attachments[place]?.name ?? '', place + 1, answer.attachments.length),
      );
    },
    onFailed: (why) => {
      notify(why, 'danger');
      reload();
    },
  });
  const move = (from: number, by: MoveStep) => {
    const ids = attachments.map(({ id }) => id);
    send.mutate({ ids: swapped(ids, from, by), moved: ids[from] ?? 0 });
  };
  return { move, announcement, isMoving: send.isPending };
};

interface FileActsProps {
  classId: number;
  attachment: Attachment;
  isFirst: boolean;
  isLast: boolean;
  isMoving: boolean;
  onMove: (by: MoveStep) => void;
}

const ShareFile = ({ classId, attachment: { id, name } }: Pick<FileActsProps, 'classId' | 'attachment'>) => {
  const { series } = useShownClass();
  if (series === null || series.others === 0) return null;
  return (
    <ConfirmedAction
      confirmLabel={text.share.confirm}
      label={text.share.label(name)}
      onDone={({ added }) => notify(text.share.done(added), 'success')}
      question={text.share.really(name, series.others)}
      title={text.share.title}
      work={() => shareAttachment(classId, id)}
    >
      {text.share.open}
    </ConfirmedAction>
  );
};

const FileActs = ({ classId, attachment, isFirst, isLast, isMoving, onMove }: FileActsProps) => {
  const setAttachments = useSetAttachments(classId);
  const { id, name } = attachment;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <ShareFile attachment={attachment} classId={classId} />
      <Button
        aria-label={text.order.up(name)}
        onClick={() => onMove(-1)}
        variant="quiet"
        waits={isMoving || isFirst}
      >
        <Icon className={isFirst ? 'size-5 opacity-30' : 'size-5'} name="arrow-up" />
      </Button>
      <Button
        aria-label={text.order.down(name)}
        onClick={() => onMove(1)}
        variant="quiet"
        waits={isMoving || isLast}
      >
        <Icon className={isLast ? 'size-5 rotate-180 opacity-30' : 'size-5 rotate-180'} name="arrow-up" />
      </Button>
      <DialogButton
        dialog={(close) => <RenameFileDialog attachment={attachment} classId={classId} onClose={close} />}
        label={text.rename.open}
        name={text.rename.label(name)}
        variant="quiet"
      />
      <ConfirmedAction
        confirmLabel={text.remove.confirm}
        label={text.remove.label(name)}
        onDone={(answer) => {
          setAttachments(answer);
          notify(text.remove.done, 'success');
        }}
        question={text.remove.really(name)}
        title={text.remove.title}
        work={() => removeAttachment(classId, id)}
      >
        {text.remove.open}
      </ConfirmedAction>
    </div>
  );
};
