import { readable } from '@portal/contract/dates';
import type { FactorAdded, Passkey } from '@portal/contract/office/staff';
import { notify } from '@portal/kit/browser/notices.ts';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import type * as z from 'zod/mini';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { accountText } from '../../text/zh-TW/account.ts';
import { useFactorsChanged } from '../api/get-factors.ts';
import { removePasskey } from '../api/remove-passkey.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

const text = accountText.factors.passkeys;

type OwnPasskey = z.infer<typeof Passkey>;

interface PasskeyFactorsProps {
  passkeys: readonly OwnPasskey[];
  onAdded: (added: FactorAdded) => void;
}

const columns: readonly Column<OwnPasskey>[] = [
  { key: 'name', header: text.name, cell: ({ name }) => name, primary: true },
  { key: 'created', header: text.created, cell: ({ createdAt }) => readable(createdAt), together: true },
  {
    key: 'used',
    header: text.used,
    cell: ({ lastUsedAt }) => lastUsedAt && readable(lastUsedAt),
    together: true,
  },
  {
    key: 'act',
    header: text.act,
    cell: (passkey) => (
      <div className="flex flex-wrap gap-x-2">
        <Rename passkey={passkey} />
        <RemovePasskeyButton passkey={passkey} />
      </div>
    ),
    action: true,
  },
];

export const PasskeyFactors = ({ passkeys, onAdded }: PasskeyFactorsProps) => {
  const add = (added: FactorAdded) => {
    onAdded(added);
  };
  return (
    <div className="space-y-3">
      <h3>{text.title}</h3>
      <DataTable
        caption={text.title}
        columns={columns}
        empty={<p className="text-ink-soft">{text.none}</p>}
        rowKey={({ id }) => id}
        rows={passkeys}
      />
      <DialogButton
        dialog={(close) => (
          <PasskeyDialog
            onAdded={(added) => {
              close();
              add(added);
            }}
            onClose={close}
          />
        )}
        label={text.add}
      />
    </div>
  );
};

const Rename = ({ passkey }: { passkey: OwnPasskey }) => (
  <DialogButton
    dialog={(close) => <RenamePasskeyDialog onClose={close} passkey={passkey} />}
    label={text.rename}
    name={text.renameLabel(passkey.name)}
    variant="quiet"
  />
);

const RemovePasskeyButton = ({ passkey: { id, name } }: { passkey: OwnPasskey }) => {
  const changed = useFactorsChanged();
  const tell = () => {
    changed();
    notify(text.removed, 'success');
  };
  return (
    <ConfirmedAction
      confirmLabel={text.remove}
      label={text.removeLabel(name)}
      onDone={tell}
      question={text.reallyRemove(name)}
      title={text.removeLabel(name)}
      work={() => removePasskey(id)}
    >
      {text.remove}
    </ConfirmedAction>
  );
};
