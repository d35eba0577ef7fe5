import { readable } from '@portal/contract/dates';
import type { Holder, Released } from '@portal/contract/office/enrolment';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { type FormEvent, useState } from 'react';
import { Page } from '../../platform/page.tsx';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { identifiersText as text } from '../../text/zh-TW/identifiers.ts';
import { findHolder } from '../api/find-holder.ts';
import { ReleaseDialog } from './release-dialog.tsx';

interface FoundHolder {
  readonly number: string;
  readonly holder: Holder | null;
}

const useFind = () =>
  useSending({
    mutationFn: async (number: string): Promise<FoundHolder> => ({
      number,
      ...(await findHolder(number)),
    }),
  });

export const IdentifiersPage = () => {
  const found = useFind();
  const [released, setReleased] = useState<Released | null>(null);
  const find = (number: string) => {
    setReleased(null);
    found.mutate(number);
  };
  const finish = (answer: Released) => {
    setReleased(answer);
    found.reset();
  };
  return (
    <Page lead={text.lead} nav={<SettingsNav />} title={text.title} width="narrow">
      <FindForm error={found.error} isBusy={found.isPending} onFind={find} />
      <div className="mt-6" role="status">
        {found.data?.holder === null && <Notice>{text.none}</Notice>}
        {released && <ReleasedNotice {...released} />}
      </div>
      {found.data?.holder && (
        <HolderSection holder={found.data.holder} number={found.data.number} onReleased={finish} />
      )}
    </Page>
  );
};

interface FindFormProps {
  error: Error | null;
  isBusy: boolean;
  onFind: (number: string) => void;
}

const FindForm = ({ error, isBusy, onFind }: FindFormProps) => {
  const [number, setNumber] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(number);
  };
  return (
    <search>
      <form className="flex flex-wrap items-end gap-3" method="post" noValidate onSubmit={submit}>
        <TextField
          autoComplete="off"
          className="min-w-0 flex-1 basis-64"
          error={error ? (firstError(error, 'number') ?? failureText(error)) : undefined}
          hint={text.numberHint}
          label={text.number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          value={number}
        />
        <Button busy={isBusy} busyLabel={text.finding} type="submit">
          {text.find}
        </Button>
      </form>
    </search>
  );
};

const rowsOf = (holder: Holder) => [
  { term: text.name, value: holder.name },
  { term: text.identity, value: holder.identity },
  { term: text.organization, value: holder.organization ?? text.noOrganization },
  { term: text.created, value: readable(holder.createdAt) },
  { term: text.mailbox, value: holder.isMailboxConfirmed ? text.confirmed : text.unconfirmed },
  { term: text.state, value: holder.isSuspended ? text.suspended : text.active },
  { term: text.seats, value: text.seatCounts(holder.seats.cancelled, holder.seats.kept) },
];

interface HolderSectionProps {
  holder: Holder;
  number: string;
  onReleased: (released: Released) => void;
}

const HolderSection = ({ holder, number, onReleased }: HolderSectionProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="holder">
      <h2 className="mb-3" id="holder">
        {text.holder}
      </h2>
      <Rows rows={rowsOf(holder)} />
      <div className="mt-6">
        {holder.isImported ? (
          <Notice tone="warn">{text.imported}</Notice>
        ) : (
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)} variant="danger">
            {text.open(holder.country)}
          </Button>
        )}
      </div>
      {isOpen && (
        <ReleaseDialog
          holder={holder}
          number={number}
          onClose={() => setOpen(false)}
          onReleased={onReleased}
        />
      )}
    </section>
  );
};

const ReleasedNotice = ({ id, seats: { kept } }: Released) => (
  <Notice title={text.done} tone="success">
    {kept > 0 && text.kept(id, kept)}
  </Notice>
);
