import type { GroupCertificates } from '@portal/contract/group-certificates';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { registerKindsQuery } from '../../certificates/api/get-register-kinds.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { formsText } from '../../text/zh-TW/forms.ts';
import { groupsText } from '../../text/zh-TW/groups.ts';
import { setNeeds } from '../api/set-needs.ts';
import { useGroupChanged } from '../use-group-changed.ts';

const text = groupsText.certificates.needs;

/** How many people should hold each kind, by the number of the kind; empty for none. */
interface NeedsValues {
  counts: Record<string, string>;
}

const keyOf = (kind: number): string => `k${kind}`;

const needsOf = ({ counts }: NeedsValues) =>
  Object.entries(counts).flatMap(([key, count]) =>
    count.trim() === '' ? [] : [{ kind: Number(key.slice(1)), count: Number(count) }],
  );

interface NeedsDialogProps {
  groupId: number;
  shown: GroupCertificates;
  onClose: () => void;
}

export const NeedsDialog = ({ groupId, shown: { kinds, version }, onClose }: NeedsDialogProps) => {
  const changed = useGroupChanged();
  const save = useSave<NeedsValues, NeedsValues, GroupCertificates>({
    defaultValues: {
      counts: Object.fromEntries(kinds.map(({ id, count }) => [keyOf(id), `${count}`])),
    },
    fields: ['counts'],
    rename: { needs: 'counts' },
    version,
    send: (values, seen) => setNeeds(groupId, { version: seen.version, needs: needsOf(values) }),
    done: text.done,
    onDone: () => {
      onClose();
      changed();
    },
  });
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.title}>
      <p className="text-ink-soft">{text.lead}</p>
      <KindCounts />
    </FormDialog>
  );
};

const KindCounts = () => {
  const { register, formState } = useFormContext<NeedsValues>();
  const error = formState.errors.counts?.message;
  return (
    <Loaded query={useQuery(registerKindsQuery)} rows={4}>
      {(kinds) => (
        <div className="space-y-3" data-field="counts">
          {kinds.map(({ id, name }) => (
            <TextField
              {...register(`counts.${keyOf(id)}`)}
              digitsOnly
              key={id}
              label={name}
              maxLength={4}
              unit={text.people}
            />
          ))}
          {typeof error === 'string' && <p className="font-semibold text-danger-600">{error}</p>}
        </div>
      )}
    </Loaded>
  );
};
