import type { SignerRow } from '@portal/contract/office/certificate-layouts';
import { notify } from '@portal/kit/browser/notices.ts';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { signersText as text } from '../../text/zh-TW/certificate-signers.ts';
import { closeSigner } from '../api/close-signer.ts';
import { signersQuery, useSetSigners } from '../api/get-signers.ts';
import { reopenSigner } from '../api/reopen-signer.ts';
import { EditSignerDialog, NewSignerDialog } from './signer-dialogs.tsx';
import { StoredPicture } from './stored-picture.tsx';

export const SignersPage = () => {
  const mayEdit = useMay('settings.edit');
  const create = (
    <DialogButton
      dialog={(close) => <NewSignerDialog onClose={close} />}
      label={text.new}
      variant="primary"
    />
  );
  return (
    <Page actions={mayEdit && create} lead={text.lead} nav={<SettingsNav />} title={text.title}>
      <Loaded query={useQuery(signersQuery)}>
        {(signers) => (
          <DataTable
            caption={text.caption}
            columns={mayEdit ? [...columns, seal, acts] : columns}
            empty={<EmptyState icon="users" title={text.empty} />}
            rowKey={({ id }) => id}
            rows={signers}
          />
        )}
      </Loaded>
    </Page>
  );
};

const columns: readonly Column<SignerRow>[] = [
  { key: 'name', header: text.name, cell: ({ name }) => name, primary: true, together: true },
  { key: 'signerTitle', header: text.signerTitle, cell: ({ title }) => title, together: true },
  {
    key: 'organization',
    header: text.organization,
    cell: ({ organization }) => organization?.name ?? text.association,
    together: true,
  },
  {
    key: 'state',
    header: text.state,
    cell: ({ isClosed }) => (isClosed ? text.closed : text.open),
    together: true,
  },
];

const seal: Column<SignerRow> = {
  key: 'seal',
  header: text.seal,
  cell: ({ sealId, name }) =>
    sealId === null ? (
      text.noSeal
    ) : (
      <StoredPicture className="size-12" id={sealId} label={text.sealOf(name)} />
    ),
};

const acts: Column<SignerRow> = {
  key: 'acts',
  header: text.acts,
  cell: (signer) => <Acts signer={signer} />,
  action: true,
};

const Acts = ({ signer }: { signer: SignerRow }) => {
  const { id, name, isClosed } = signer;
  const setSigners = useSetSigners();
  const act = isClosed ? text.reopen : text.close;
  return (
    <div className="flex gap-1">
      <DialogButton
        dialog={(close) => <EditSignerDialog onClose={close} signer={signer} />}
        label={text.edit}
        name={text.editLabel(name)}
        variant="quiet"
      />
      <ConfirmedAction
        confirmLabel={act.confirm}
        key={act.open}
        label={act.label(name)}
        onDone={(signers) => {
          setSigners(signers);
          notify(act.done, 'success');
        }}
        question={act.really(name)}
        title={act.title}
        work={() => (isClosed ? reopenSigner : closeSigner)(id)}
      >
        {act.open}
      </ConfirmedAction>
    </div>
  );
};
