import { readable } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { identityChanges } from '@portal/contract/office/people';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../platform/loaded.tsx';
import { useMay } from '../../platform/session.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { identityChangesQuery } from '../api/get-identity-changes.ts';
import { identityProofAddress } from '../api/identity-proof-address.ts';

const text = personText.identityChanges;

type Change = AnswerOf<typeof identityChanges>[number];

/** Shown to staff who may change the identity of this person. */
export const IdentityChanges = ({ id, canChange }: { id: number; canChange: boolean }) => {
  const may = useMay('person.identity') && canChange;
  const query = useQuery({ ...identityChangesQuery(id), enabled: may });
  if (!may) return null;
  return (
    <section>
      <h2 className="mb-2 text-lg">{text.title}</h2>
      <Loaded query={query} rows={1}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="text-ink-soft">{text.none}</p>
          ) : (
            <ul className="divide-y divide-line border-line border-y">
              {changes.map((change) => (
                <ChangeItem change={change} key={change.id} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
};

const sentencesOf = ({ before, after }: Change): string[] => [
  ...(after.name === null ? [] : [text.name(before.name ?? personText.none, after.name)]),
  ...(after.number === null ? [] : [text.number(before.number ?? '', after.number)]),
  ...(after.isBirthdayChanged ? [text.birthday] : []),
];

const ChangeItem = ({ change }: { change: Change }) => (
  <li className="py-2">
    <p className="text-ink-soft text-sm tabular">{text.when(readable(change.at), change.by)}</p>
    {sentencesOf(change).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <p className="whitespace-pre-line text-sm">{text.reason(change.reason)}</p>
    <a
      className="text-sea-800 underline hover:no-underline"
      href={identityProofAddress(change.id)}
      rel="noreferrer"
      target="_blank"
    >
      {text.open}
    </a>
  </li>
);
