import type { Roster } from '@portal/contract/groups';
import { CallRefused, failureKind, firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { money } from '@portal/kit/browser/format.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import '@portal/kit/ui/action-bar.css';
import { Button } from '@portal/kit/ui/button.tsx';
import { AlertDialog, ConfirmDialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { CrowdDialog } from '../enrolment/crowd-dialog.tsx';
import { showRecord } from '../enrolment/shown-record.ts';
import { hasLeft } from '../enrolment/use-turn.ts';
import { paths } from '../platform/paths.ts';
import { useIsPrinting } from '../platform/use-is-printing.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { useSubmitRoster } from './api/submit-roster.ts';
import {
  type Choice,
  type ChoiceCounts,
  choiceOf,
  draftOf,
  everybody,
  isTicked,
  type Lists,
  nothingChosen,
  removedFrom,
  searchPeople,
  submissionOf,
  tally,
  withTicks,
} from './choice.ts';
import { clearTicks, keepTicks, readTicks } from './roster-draft.ts';
import { RosterTable } from './roster-table.tsx';

const text = groupsText.roster;

/** Kept across a reload and an ended session until it is sent or cancelled. */
const useKeptChoice = (roster: Roster) => {
  const draft = { classCode: roster.class.code, groupCode: roster.group.code };
  const [choice, setChoice] = useState(() => choiceOf(roster, readTicks(draft)));
  const choose = (next: Choice) => {
    setChoice(next);
    keepTicks(draft, draftOf(roster, next));
  };
  const forget = () => {
    setChoice(nothingChosen);
    clearTicks(draft);
  };
  return { choice, choose, forget };
};

const sections = [
  { list: 'admins', title: text.admins },
  { list: 'members', title: text.members },
  { list: 'had_removed', title: text.hadRemoved },
] as const;

const nameOf = ({ name }: Roster['members'][number]): string => name;

/** A list of more people gets a search. */
const SEARCH_ABOVE = 8;

interface RosterFormProps {
  roster: Roster;
  groupInAddress: string | undefined;
}

export const RosterForm = ({ roster, groupInAddress }: RosterFormProps) => {
  const { choice, choose, forget } = useKeptChoice(roster);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isAsking, setAsking] = useState(false);
  const submit = useSubmitRoster(roster.class.code, groupInAddress, forget);
  const back = useBack(paths.classList.to());
  const counted = tally(roster, choice);
  const send = () =>
    submit.mutate(submissionOf(roster, choice), {
      onSuccess: () => setOutcome({ kind: 'done', text: successOf(counted.toEnrol, roster.class) }),
      onError: (error) => setOutcome(hasLeft(error) ? null : failureOf(error)),
      onSettled: () => setAsking(false),
    });
  const confirm = () => {
    if (counted.toCancel > 0) setAsking(true);
    else if (counted.toEnrol > 0) send();
    else setOutcome({ kind: 'idle', text: counted.chosen > 0 ? text.nothingChanged : text.nobodyChosen });
  };
  const cancel = () => {
    forget();
    back();
  };
  return (
    <>
      <fieldset className="min-w-0 space-y-6" disabled={submit.isPending}>
        <legend className="sr-only">{text.people}</legend>
        <PeopleTables choice={choice} onChoose={choose} roster={roster} />
      </fieldset>
      <Actions
        busy={submit.isPending}
        onCancel={cancel}
        onConfirm={confirm}
        trainingClass={roster.class}
        tally={counted}
      />
      <RemovalQuestion
        busy={submit.isPending}
        onClose={() => setAsking(false)}
        onConfirm={send}
        open={isAsking}
        removed={removedFrom(roster, choice).map(nameOf)}
      />
      <CrowdDialog crowd={submit.crowd} onLeave={submit.leave} />
      <OutcomeDialog
        onClose={() => setOutcome(null)}
        outcome={outcome}
        record={{ code: roster.class.code, group_code: roster.group.code }}
      />
    </>
  );
};

interface RemovalQuestionProps {
  /** Names. */
  removed: readonly string[];
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

const RemovalQuestion = ({ removed, ...dialog }: RemovalQuestionProps) => (
  <ConfirmDialog
    cancelLabel={text.no}
    confirmLabel={text.update}
    text={
      <>
        <p>{text.reallyUpdate(removed.length)}</p>
        <p className="mt-2 text-ink-soft">{text.cancelled(removed)}</p>
      </>
    }
    title={text.asking}
    {...dialog}
  />
);

interface PeopleTablesProps {
  roster: Roster;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

const PeopleTables = ({ roster, choice, onChoose }: PeopleTablesProps) => {
  const [search, setSearch] = useState('');
  const sought = useIsPrinting() ? '' : search;
  const shown = searchPeople(roster, sought);
  return (
    <>
      {everybody(roster).length > SEARCH_ABOVE && (
        <SearchPeople found={everybody(shown).length} onSearch={setSearch} search={search} />
      )}
      <SelectAll choice={choice} lists={shown} onChoose={onChoose} />
      {sections
        .filter(({ list }) => sought === '' || shown[list].length > 0)
        .map(({ list, title }) => (
          <RosterTable
            choice={choice}
            entries={shown[list]}
            key={list}
            onTick={(entry, state) => onChoose(withTicks(choice, [entry], state))}
            title={title}
          />
        ))}
    </>
  );
};

interface SearchPeopleProps {
  search: string;
  onSearch: (name: string) => void;
  found: number;
}

/** Hidden people keep their ticks. */
const SearchPeople = ({ search, onSearch, found }: SearchPeopleProps) => (
  <div className="flex flex-wrap items-end gap-x-4 print:hidden">
    <TextField
      autoComplete="off"
      className="min-w-0 max-sm:w-full sm:w-72"
      label={text.search}
      onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      type="search"
      value={search}
    />
    <p className="py-2 text-ink-soft text-sm" role="status">
      {search.trim() !== '' && (found > 0 ? text.searchFound(found) : text.searchEmpty)}
    </p>
  </div>
);

interface SelectAllProps {
  lists: Lists;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

const SelectAll = ({ lists, choice, onChoose }: SelectAllProps) => {
  const unlocked = everybody(lists).filter(({ locked }) => !locked);
  const ticked = unlocked.filter((entry) => isTicked(entry, choice)).length;
  if (unlocked.length === 0) return null;
  return (
    <label className="inline-flex min-h-11 items-center gap-2 font-semibold print:hidden">
      <input
        checked={ticked === unlocked.length}
        className="size-5 accent-sea-700"
        onChange={({ currentTarget }) => onChoose(withTicks(choice, unlocked, currentTarget.checked))}
        ref={(input) => {
          if (input) input.indeterminate = ticked > 0 && ticked < unlocked.length;
        }}
        type="checkbox"
      />
      {text.selectAll}
    </label>
  );
};

interface ActionsProps {
  tally: ChoiceCounts;
  trainingClass: { readonly limit_number: number; readonly number: number; readonly fee: number };
  busy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Stays in sight if the window is high enough. */
const Actions = ({ tally: counted, trainingClass, busy, onCancel, onConfirm }: ActionsProps) => {
  const { chosen, toEnrol, toCancel, seatsLeft } = counted;
  const shortageId = useId();
  const isShort = seatsLeft < 0 && toEnrol > 0;
  return (
    <div className="action-bar bottom-0 z-10 -mx-4 mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t bg-surface px-4 py-3 sm:mx-0 sm:rounded-t-lg [@media_screen_and_(min-height:30rem)]:sticky print:static print:border-0 print:px-0">
      <div>
        <p className="font-semibold tabular" role="status">
          {isShort ? text.chosen(chosen) : text.counter(chosen, Math.max(seatsLeft, 0))}
        </p>
        {toEnrol + toCancel > 0 && (
          <p className="text-ink-soft text-sm tabular">{text.changes(toEnrol, toCancel)}</p>
        )}
        {toEnrol > 0 && trainingClass.fee > 0 && (
          <p className="text-ink-soft text-sm tabular">
            {text.sum(toEnrol, money(trainingClass.fee), money(toEnrol * trainingClass.fee))}
          </p>
        )}
        {isShort && (
          <p className="flex items-center gap-1.5 font-semibold text-danger-700 text-sm" id={shortageId}>
            <Icon className="size-4.5" name="alert-circle" />
            {text.seatsShort(trainingClass.limit_number - trainingClass.number)}
          </p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap items-start justify-end gap-x-4 gap-y-2">
        <Button onClick={onCancel} variant="quiet" waits={busy}>
          {groupsText.cancel}
        </Button>
        {/* Not disabled when seats are short: some may become free, and the server decides. */}
        <Button
          busy={busy}
          busyLabel={groupsText.sending}
          aria-describedby={isShort ? shortageId : undefined}
          onClick={onConfirm}
          variant="primary"
        >
          {groupsText.confirm}
        </Button>
      </div>
    </div>
  );
};

interface Outcome {
  /** `idle`: nothing to send. `lost`: no answer came, so that nobody knows. */
  readonly kind: 'done' | 'idle' | 'refused' | 'broken' | 'lost';
  readonly text: string;
}

const failureOf = (error: Error): Outcome => {
  if (failureKind(error) === 'offline') return { kind: 'lost', text: text.lost };
  return {
    kind: error instanceof CallRefused && error.status < 500 ? 'refused' : 'broken',
    text: firstError(error, 'Class') ?? failureText(error),
  };
};

const successOf = (toEnrol: number, { name, code, fee }: Roster['class']): string =>
  [
    text.updated,
    ...(toEnrol > 0 ? [text.nextReview(toEnrol, `${name} ${code}`)] : []),
    ...(toEnrol > 0 && fee > 0 ? [text.payAfterReview] : []),
  ].join('\n');

const titles = {
  done: text.done,
  idle: text.asking,
  refused: text.failed,
  broken: text.broken,
  lost: text.asking,
};
const marks = { done: 'success', idle: 'info', refused: 'error', broken: 'error', lost: 'info' } as const;
/** Their button closes: it agrees to nothing. */
const CLOSED: readonly (Outcome['kind'] | undefined)[] = ['broken', 'lost'];

interface OutcomeDialogProps {
  record: Parameters<typeof showRecord>[0];
  outcome: Outcome | null;
  onClose: () => void;
}

const OutcomeDialog = ({ record, outcome, onClose }: OutcomeDialogProps) => {
  const navigate = useNavigate();
  return (
    <AlertDialog
      buttonLabel={CLOSED.includes(outcome?.kind) ? groupsText.close : undefined}
      kind={marks[outcome?.kind ?? 'done']}
      next={
        outcome?.kind === 'done'
          ? {
              label: text.toRecords,
              onChoose: () => navigate(paths.records.to(), { state: showRecord(record) }),
            }
          : undefined
      }
      onClose={onClose}
      open={outcome !== null}
      text={outcome?.text ?? ''}
      title={titles[outcome?.kind ?? 'done']}
    />
  );
};
