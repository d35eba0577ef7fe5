import {
  type ErasurePart,
  type ErasurePreview,
  PRIVACY_TEXT_MAX,
  type PrivacyRequest,
} from '@portal/contract/office/privacy';
import { notify } from '@portal/kit/browser/notices.ts';
import { type Column, DataTable, ShortLine } from '@portal/kit/ui/data-table.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { erasureText as text } from '../../text/zh-TW/erasure.ts';
import { erasePerson } from '../api/erase-person.ts';
import { erasurePreviewQuery } from '../api/preview-erasure.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';

interface ErasureProps {
  request: PrivacyRequest;
}

/** Shows the effects of an erasure, and the button for it unless there are obstacles. */
export const ErasureSection = ({ request }: ErasureProps) => (
  <section className="mt-8">
    <h2 className="mb-2 text-lg">{text.title}</h2>
    <Loaded query={useQuery(erasurePreviewQuery(request.id))} rows={5}>
      {(preview) => <Preview preview={preview} request={request} />}
    </Loaded>
  </section>
);

const Preview = ({ preview, request }: ErasureProps & { preview: ErasurePreview }) => (
  <div className="space-y-4">
    {preview.obstacles.length > 0 ? <Obstacles obstacles={preview.obstacles} /> : <Erase request={request} />}
    <p>{text.lead}</p>
    <DataTable
      caption={text.caption}
      columns={columns}
      empty={text.nothing}
      rowKey={keyOf}
      rows={preview.parts}
    />
    <p className="text-ink-soft text-sm">{text.files}</p>
    <p className="text-ink-soft text-sm">
      {preview.lastMailTo === null ? text.noLastMail : text.lastMail(preview.lastMailTo)}
    </p>
  </div>
);

const Obstacles = ({ obstacles }: Pick<ErasurePreview, 'obstacles'>) => (
  <Notice title={text.obstacles} tone="warn">
    <ul className="list-disc ps-6">
      {obstacles.map((obstacle) => (
        <li key={obstacle.code}>{text.obstacle(obstacle)}</li>
      ))}
    </ul>
  </Notice>
);

const keyOf = ({ table, how }: ErasurePart) => `${table} ${how}`;

const columns: readonly Column<ErasurePart>[] = [
  { key: 'what', header: text.columns.what, primary: true, cell: ({ table }) => text.table(table) },
  { key: 'how', header: text.columns.how, cell: ({ how }) => <ShortLine>{text.how(how)}</ShortLine> },
  { key: 'rows', header: text.columns.rows, cell: ({ rows }) => rows },
  { key: 'why', header: text.columns.why, cell: ({ why }) => text.why(why) },
];

const Erase = ({ request: { id, version } }: ErasureProps) => {
  const changed = usePrivacyChanged();
  const done = () => {
    notify(text.done, 'success');
    changed();
  };
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: text.open, sending: text.sending }}
          label={text.reason}
          maxLength={PRIVACY_TEXT_MAX}
          onClose={close}
          onDone={done}
          run={(reason, seen) => erasePerson(id, reason, seen)}
          title={text.open}
          version={version}
        >
          <p>{text.really}</p>
        </ReasonDialog>
      )}
      label={text.open}
      variant="danger"
    />
  );
};
