import type { Payable } from '@portal/contract/office/payment';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { type FormEvent, useState } from 'react';
import { findPayables } from '../../payment/api/find-payables.ts';
import { PersonName } from '../../people/person-name.tsx';
import { PersonNames } from '../../people/person-names.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { type Chosen, chosenPayable, namesOf } from './chosen.ts';

const text = paymentsText.settle;

interface ChosenRegistrationsProps {
  accountId: number;
  chosen: readonly Chosen[];
  onAdd: (chosen: Chosen) => void;
  onChange: (chosen: readonly Chosen[]) => void;
}

export const ChosenRegistrations = ({ accountId, chosen, onAdd, onChange }: ChosenRegistrationsProps) => (
  <section aria-label={text.registrations}>
    <h3>{text.registrations}</h3>
    {chosen.length === 0 && <p className="text-ink-soft">{text.empty}</p>}
    <ul className="divide-y divide-line">
      {chosen.map((each) => (
        <li className="flex items-center justify-between gap-3 py-2" key={each.registrationIds.join()}>
          <span>
            <PersonNames inNewTab people={each.people} />（{each.code}）
            {each.isPaid ? text.states.confirmed : `${text.due} ${paymentsText.amount(each.due)}`}
          </span>
          <Button
            aria-label={text.removeOf(namesOf(each))}
            className="shrink-0"
            onClick={() => onChange(chosen.filter((other) => other !== each))}
            variant="quiet"
          >
            {text.remove}
          </Button>
        </li>
      ))}
    </ul>
    <Search accountId={accountId} onAdd={onAdd} />
  </section>
);

const Search = ({ accountId, onAdd }: Pick<ChosenRegistrationsProps, 'accountId' | 'onAdd'>) => {
  const [search, setSearch] = useState('');
  const send = useSending({ mutationFn: () => findPayables({ search, accountId }) });
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (search.trim()) send.mutate();
  };
  return (
    <div className="mt-2">
      <form className="flex items-end gap-3" noValidate onSubmit={find}>
        <TextField
          className="flex-1"
          hint={text.searchHint}
          label={text.search}
          maxLength={60}
          onChange={(event) => setSearch(event.currentTarget.value)}
          type="search"
          value={search}
        />
        <Button busy={send.isPending} type="submit">
          {text.find}
        </Button>
      </form>
      {send.error && (
        <Notice live tone="danger">
          {failureText(send.error)}
        </Notice>
      )}
      <p className="mt-2 text-ink-soft text-sm" role="status">
        {send.data && text.found(send.data.length)}
      </p>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto">
        {send.data?.map((found) => (
          <FoundRegistration found={found} key={found.id} onAdd={() => onAdd(chosenPayable(found))} />
        ))}
      </ul>
    </div>
  );
};

const FoundRegistration = ({ found, onAdd }: { found: Payable; onAdd: () => void }) => (
  <li className="flex items-center justify-between gap-3 py-2">
    <div>
      <p>
        <PersonName id={found.personId} inNewTab name={found.name} />（{found.class.code}）
        {text.states[found.state]}
        {(found.state === 'unpaid' || found.state === 'reported') &&
          `　${text.due} ${paymentsText.amount(found.due)}`}
      </p>
      <p className="text-ink-soft text-sm">
        {found.identity}
        {found.report &&
          `　${paymentsText.report.line(found.report.day, found.report.digits, paymentsText.amount(found.report.money), found.report.name)}`}
      </p>
    </div>
    <Button aria-label={text.addOf(found.name)} onClick={onAdd}>
      {text.add}
    </Button>
  </li>
);
