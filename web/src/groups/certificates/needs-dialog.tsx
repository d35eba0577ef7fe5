import type { GroupCertificates } from '@portal/contract/group-certificates';
import { failureKind } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { type Option, TextField } from '@portal/kit/ui/field.tsx';
import { focusField } from '@portal/kit/ui/focus-field.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { groupCertificatesText } from '../../text/zh-TW/group-certificates.ts';
import { kindsForGroupQuery } from './api/get-kinds.ts';
import { useSetNeeds } from './api/set-needs.ts';
import {
  type NeedFaults,
  needFaults,
  needsText,
  readNeeds,
  type TypedNeed,
  typedNeeds,
} from './needs-values.ts';

const text = groupCertificatesText.form;

interface NeedsDialogProps {
  shown: GroupCertificates;
  onClose: () => void;
}

/** The most needs that the contract allows. */
const MAX_NEEDS = 20;

/**
 * `shown` is current; the version that counts is the one that the manager has seen, which is also that of the notice about
 * a faster manager.
 */
const useNeedsForm = ({ shown, onClose }: NeedsDialogProps) => {
  const { mutate, isPending, error } = useSetNeeds(shown.group.code);
  const [needs, setNeeds] = useState<readonly TypedNeed[]>(() => typedNeeds(shown));
  const [seen, setSeen] = useState(shown.version);
  const [areFaultsShown, setFaultsShown] = useState(false);
  const faults = needFaults(needs);
  const firstFault = needs.flatMap(({ key }, at) =>
    Object.keys(faults[at] ?? {}).map((field) => `${field}-${key}`),
  )[0];
  const isConflict = refusalCode(error) === 'changed_meanwhile';
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFaultsShown(firstFault !== undefined);
    if (firstFault) {
      focusField(firstFault, event.currentTarget);
      return;
    }
    // The notice of the refusal has shown the current needs.
    const version = isConflict ? shown.version : seen;
    setSeen(version);
    mutate(
      { version, needs: readNeeds(needs) },
      {
        onSuccess: () => {
          notify(text.saved, 'success');
          onClose();
        },
      },
    );
  };
  return {
    ...{ needs, isPending, error, isConflict, save },
    faults: areFaultsShown ? faults : [],
    add: () => {
      const key = Math.max(-1, ...needs.map((need) => need.key)) + 1;
      setNeeds([...needs, { key, kind: '', count: '' }]);
    },
    change: (key: number, part: Partial<TypedNeed>) =>
      setNeeds(needs.map((need) => (need.key === key ? { ...need, ...part } : need))),
    remove: (key: number) => setNeeds(needs.filter((need) => need.key !== key)),
  };
};

/** Edits the certificate kinds that the workplace needs, and the number of people for each. */
export const NeedsDialog = ({ shown, onClose }: NeedsDialogProps) => {
  const formId = useId();
  const kinds = useQuery(kindsForGroupQuery(shown.group.code));
  const form = useNeedsForm({ shown, onClose });
  const options = kinds.data?.map(({ id, name }) => ({ value: `${id}`, label: name }));
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="quiet" waits={form.isPending}>
            {text.cancel}
          </Button>
          <Button busy={form.isPending} busyLabel={text.saving} form={formId} type="submit" variant="primary">
            {text.save}
          </Button>
        </>
      }
      busy={form.isPending}
      isForm
      onClose={onClose}
      open
      title={text.title}
    >
      <form className="space-y-4" id={formId} method="post" noValidate onSubmit={form.save}>
        <p className="text-ink-soft">{text.lead}</p>
        {options ? (
          <Needs form={form} options={options} />
        ) : kinds.error ? (
          <ErrorState kind={failureKind(kinds.error)} onRetry={kinds.refetch} />
        ) : (
          <SkeletonRows rows={2} />
        )}
        {form.error && <Failure error={form.error} shown={shown} isConflict={form.isConflict} />}
      </form>
    </Dialog>
  );
};

interface FailureProps {
  error: Error;
  isConflict: boolean;
  shown: GroupCertificates;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Above the pressed button, and focused: a second press overwrites. */
const Failure = ({ error, isConflict, shown }: FailureProps) => (
  <div ref={takeFocus} tabIndex={-1}>
    <Notice live tone={isConflict ? 'warn' : 'danger'}>
      <p>{failureText(error)}</p>
      {isConflict && (
        <>
          <p>{text.now(needsText(shown))}</p>
          <p>{text.overwrite}</p>
        </>
      )}
    </Notice>
  </div>
);

interface NeedsProps {
  form: ReturnType<typeof useNeedsForm>;
  options: readonly Option[];
}

const Needs = ({ form, options }: NeedsProps) => (
  <>
    {form.needs.length === 0 && <p>{text.empty}</p>}
    <ul className="space-y-4">
      {form.needs.map((need, at) => (
        <li key={need.key}>
          <NeedFields
            at={at}
            faults={form.faults[at] ?? {}}
            need={need}
            onChange={(part) => form.change(need.key, part)}
            onRemove={() => form.remove(need.key)}
            options={options}
          />
        </li>
      ))}
    </ul>
    {form.needs.length < MAX_NEEDS && <Button onClick={form.add}>{text.add}</Button>}
  </>
);

interface NeedFieldsProps {
  at: number;
  need: TypedNeed;
  faults: NeedFaults;
  options: readonly Option[];
  onChange: (part: Partial<TypedNeed>) => void;
  onRemove: () => void;
}

const NeedFields = ({ at, need, faults, options, onChange, onRemove }: NeedFieldsProps) => (
  <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
    <SelectField
      className="need-kind min-w-0 flex-1"
      error={faults.kind}
      label={text.kind(at + 1)}
      name={`kind-${need.key}`}
      onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
      options={options}
      value={need.kind}
    />
    <TextField
      autoComplete="off"
      className="w-32"
      digitsOnly
      error={faults.count}
      label={text.count}
      maxLength={4}
      name={`count-${need.key}`}
      onChange={({ currentTarget }) => onChange({ count: currentTarget.value })}
      unit={text.unit}
      value={need.count}
    />
    <Button aria-label={text.removeOf(at + 1)} className="need-remove" onClick={onRemove} variant="quiet">
      <Icon name="cross" />
    </Button>
  </div>
);
