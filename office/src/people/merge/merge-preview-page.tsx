import { PERSON_REASON_MAX, type PersonDetail, type PersonFacts } from '@portal/contract/office/people';
import type { MergePreview } from '@portal/contract/office/person-merges';
import { notify } from '@portal/kit/browser/notices.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable, ShortLine } from '@portal/kit/ui/data-table.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { peopleText } from '../../text/zh-TW/people.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { personMergeText } from '../../text/zh-TW/person-merge.ts';
import { mergePeople } from '../api/merge-people.ts';
import { personKey } from '../api/person-key.ts';
import { mergePreviewQuery } from '../api/preview-merge.ts';
import { usePersonChanged } from '../page/use-person-changed.ts';

const { preview: text, merge: mergeText } = personMergeText;

/** Shows what a merge would do, and the button that merges. */
export const MergePreviewPage = () => {
  const params = useParams();
  const [id, other] = [Number(params.id), Number(params.other)];
  return (
    <LoadedPage
      gone={text.gone}
      head={() => ({ title: text.title, lead: text.lead })}
      kind={text.kind}
      query={useQuery(mergePreviewQuery(id, other))}
      under={[{ label: peopleText.title, to: paths.people.to() }]}
    >
      {(preview) => <Preview key={`${id} ${other}`} preview={preview} />}
    </LoadedPage>
  );
};

interface PreviewProps {
  preview: MergePreview;
}

const Preview = ({ preview }: PreviewProps) => {
  const { survivor, removed, obstacles, parts, filled, mailTo } = preview;
  const isPossible = obstacles.length === 0;
  return (
    <div className="space-y-6">
      {!isPossible && <Obstacles obstacles={obstacles} />}
      <DataTable
        caption={text.compare}
        columns={sideColumns}
        empty=""
        rowKey={({ term }) => term}
        rows={comparedRows(preview)}
      />
      <div className="flex flex-wrap gap-3">
        {isPossible && <Merge preview={preview} />}
        <ButtonLink to={paths.mergePreview.to({ id: removed.id, other: survivor.id })} variant="secondary">
          {text.swap}
        </ButtonLink>
      </div>
      {isPossible && (
        <>
          <ul className="list-disc space-y-1 ps-6">
            <li>{text.login(survivor.facts.identity)}</li>
            {filled.length > 0 && <li>{text.filled(filled)}</li>}
            <li>{mailTo === null ? text.noMail : text.mail(mailTo)}</li>
          </ul>
          <DataTable
            caption={text.parts}
            columns={partColumns}
            empty={text.nothing}
            rowKey={({ table }) => table}
            rows={parts}
          />
        </>
      )}
    </div>
  );
};

const Obstacles = ({ obstacles }: Pick<MergePreview, 'obstacles'>) => (
  <Notice title={text.obstacles} tone="warn">
    <ul className="list-disc ps-6">
      {obstacles.map((obstacle) => (
        <li key={obstacle.code}>{text.obstacle(obstacle)}</li>
      ))}
    </ul>
  </Notice>
);

interface ComparedRow {
  readonly term: string;
  readonly survivor: string;
  readonly removed: string;
}

const factsOf = (facts: PersonFacts): [string, string | null][] => [
  [personText.englishName, facts.englishName],
  [personText.sex, facts.sex === null ? null : personText.sexes[facts.sex === 1 ? 1 : 0]],
  [personText.organization, facts.organization],
  [personText.phone, facts.phone],
  [personText.email, facts.email],
  [personText.address, facts.address],
  [personText.employer, facts.employer],
  [personText.password, facts.hasOwnPassword ? personText.ownPassword : personText.defaultPassword],
];

const comparedRows = ({ survivor, removed, birthday }: MergePreview): ComparedRow[] => {
  const row = (term: string, one: string | number | null, two: string | number | null): ComparedRow => ({
    term,
    survivor: String(one ?? personText.none),
    removed: String(two ?? personText.none),
  });
  const others = factsOf(removed.facts);
  return [
    row(text.rows.name, survivor.name, removed.name),
    row(text.rows.identity, survivor.facts.identity, removed.facts.identity),
    row(text.rows.birthday, text.birthday[birthday], text.birthday[birthday]),
    ...factsOf(survivor.facts).map(([term, value], at) => row(term, value, others[at]?.[1] ?? null)),
    row(text.rows.registrations, survivor.registrations, removed.registrations),
    row(text.rows.certificates, survivor.certificates, removed.certificates),
  ];
};

const sideColumns: readonly Column<ComparedRow>[] = [
  { key: 'what', header: text.columns.what, primary: true, cell: ({ term }) => term },
  { key: 'survivor', header: text.columns.survivor, cell: ({ survivor }) => survivor },
  { key: 'removed', header: text.columns.removed, cell: ({ removed }) => removed },
];

const partColumns: readonly Column<MergePreview['parts'][number]>[] = [
  { key: 'what', header: text.partColumns.what, primary: true, cell: ({ table }) => text.table(table) },
  { key: 'how', header: text.partColumns.how, cell: ({ how }) => <ShortLine>{text.how(how)}</ShortLine> },
  { key: 'rows', header: text.partColumns.rows, cell: ({ rows }) => rows },
];

/** Two accounts of one person have the same name. */
const namedOf = ({ name, facts }: MergePreview['survivor']): string => `${name}（${facts.identity}）`;

const Merge = ({ preview: { survivor, removed } }: PreviewProps) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const changed = usePersonChanged();
  const done = (person: PersonDetail) => {
    changed(person);
    void client.invalidateQueries({ queryKey: personKey(removed.id) });
    notify(mergeText.done, 'success');
    void navigate(paths.person.to({ id: survivor.id }));
  };
  return (
    <DialogButton
      dialog={(close) => (
        <ReasonDialog
          button={{ label: mergeText.open, sending: mergeText.sending }}
          label={mergeText.reason}
          maxLength={PERSON_REASON_MAX}
          onClose={close}
          onDone={done}
          run={(reason) => mergePeople(survivor.id, { removedId: removed.id, reason })}
          title={mergeText.title}
        >
          <p>{mergeText.lead(namedOf(removed), namedOf(survivor))}</p>
        </ReasonDialog>
      )}
      label={mergeText.open}
      variant="primary"
    />
  );
};
