import { outcomeNames, type ScoredPerson, type ScoreSheet } from '@portal/contract/office/training';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type ClipboardEvent, type KeyboardEvent, memo, useRef, useState } from 'react';
import { HorizontalScroll } from '../../lists/horizontal-scroll.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { resultsText as text } from '../../text/zh-TW/results.ts';
import { CorrectButton } from './correct-dialog.tsx';
import { DecideButton } from './decide-dialog.tsx';
import { type Place, parsePasted, placeAfter, spread } from './grid.ts';
import { cellKey, type useTypedScores } from './use-typed-scores.ts';

interface ScoreGridProps {
  sheet: ScoreSheet;
  scores: ReturnType<typeof useTypedScores>;
}

const headLook = 'whitespace-nowrap px-3 py-2 text-start font-semibold';

/** Returns the functions of the cells. They stay the same, so that a key draws only the row of its cell. */
const useCellActs = (sheet: ScoreSheet, scores: ScoreGridProps['scores']) => {
  const table = useRef<HTMLTableElement>(null);
  const latest = useRef({ sheet, scores });
  latest.current = { sheet, scores };
  const [acts] = useState(() => {
    const sizeOf = () => ({
      rows: latest.current.sheet.people.length,
      columns: latest.current.sheet.subjects.length,
    });
    const focus = ({ row, column }: Place) =>
      table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}-${column}"]`)?.focus();
    return {
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>, place: Place) => {
        if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
        const { selectionStart, selectionEnd, value } = event.currentTarget;
        const caret = { atStart: selectionStart === 0, atEnd: selectionEnd === value.length };
        const next = placeAfter(event.key, place, sizeOf(), caret);
        if (!next) return;
        event.preventDefault();
        focus(next);
      },
      onPaste: (event: ClipboardEvent<HTMLInputElement>, place: Place) => {
        const cells = parsePasted(event.clipboardData.getData('text/plain'));
        event.preventDefault();
        latest.current.scores.type(spread(cells, place, sizeOf()));
      },
      onType: (typed: string, place: Place) => latest.current.scores.type([{ ...place, typed }]),
      onLeave: () => latest.current.scores.save(),
    };
  });
  return { table, acts };
};

export const ScoreGrid = ({ sheet, scores }: ScoreGridProps) => {
  const { table, acts } = useCellActs(sheet, scores);
  return (
    <HorizontalScroll label={text.caption}>
      <table className="w-full text-sm" ref={table}>
        <caption className="sr-only">{text.caption}</caption>
        <ScoreHead sheet={sheet} />
        <tbody className="divide-y divide-line">
          {sheet.people.map((person, row) => (
            <PersonRow
              acts={acts}
              key={person.registrationId}
              person={person}
              row={row}
              sheet={sheet}
              typed={scores.typed}
            />
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
};

interface PersonRowProps extends PersonCellProps {
  row: number;
  typed: ScoreGridProps['scores']['typed'];
  acts: ReturnType<typeof useCellActs>['acts'];
}

const isSameRow = (before: PersonRowProps, now: PersonRowProps): boolean => {
  const { person, sheet } = now;
  return (
    before.person === person &&
    before.row === now.row &&
    before.sheet.subjects === sheet.subjects &&
    before.sheet.can === sheet.can &&
    before.sheet.started === sheet.started &&
    sheet.subjects.every(({ id }) => {
      const key = cellKey(person.registrationId, id);
      return before.typed.get(key) === now.typed.get(key);
    })
  );
};

const PersonRow = memo(
  ({ person, row, sheet, typed, acts }: PersonRowProps) => (
    <tr>
      <PersonCell person={person} />
      {sheet.subjects.map((subject, column) => (
        <td className="px-2 py-1.5 align-top" key={subject.id}>
          <ScoreCell
            acts={acts}
            cell={typed.get(cellKey(person.registrationId, subject.id))}
            isOff={!sheet.can.write || !sheet.started || person.state !== 'draft'}
            label={text.cell(person.name, subject.name)}
            place={{ row, column }}
            stored={person.scores[column]?.score ?? null}
          />
        </td>
      ))}
      <PersonResult person={person} sheet={sheet} />
    </tr>
  ),
  isSameRow,
);

const ScoreHead = ({ sheet }: { sheet: ScoreSheet }) => (
  <thead className="border-line border-b bg-paper">
    <tr>
      <th className={`${headLook} sticky start-0 bg-paper`} scope="col">
        {text.name}
      </th>
      {sheet.subjects.map(({ id, name, fullScore, passScore }) => (
        <th className={headLook} key={id} scope="col">
          {name}
          <span className="block font-normal text-ink-soft text-xs">
            {text.subjectHint(fullScore, passScore)}
          </span>
        </th>
      ))}
      <th className={headLook} scope="col">
        {text.attendance}
      </th>
      <th className={headLook} scope="col">
        {text.result}
      </th>
      <th className={headLook} scope="col">
        {text.state}
      </th>
    </tr>
  </thead>
);

const PersonCell = ({ person }: { person: ScoredPerson }) => (
  <th className="sticky start-0 bg-surface px-3 py-2 text-start font-normal" scope="row">
    <span className="block whitespace-nowrap">
      <PersonName id={person.personId} name={person.name} />
    </span>
    <span className="block whitespace-nowrap text-ink-soft text-xs">{person.identity}</span>
  </th>
);

/** The last three cells of a row. */
const PersonResult = ({ person, sheet }: PersonCellProps) => (
  <>
    <td className="whitespace-nowrap px-3 py-2 align-top">{text.percent(person.percent)}</td>
    <td className="px-3 py-2 align-top">
      <ResultCell person={person} sheet={sheet} />
    </td>
    <td className="px-3 py-2 align-top">
      <StateCell person={person} sheet={sheet} />
    </td>
  </>
);

interface ScoreCellProps {
  place: Place;
  label: string;
  stored: number | null;
  cell: { readonly typed: string; readonly why: string | null } | undefined;
  isOff: boolean;
  acts: PersonRowProps['acts'];
}

const cellLook =
  'min-h-11 w-20 rounded border border-line-strong bg-surface px-2 text-end text-base tabular aria-invalid:border-danger-600 aria-invalid:bg-danger-50 disabled:border-transparent disabled:bg-transparent disabled:text-ink';

const ScoreCell = ({ place, label, stored, cell, isOff, acts }: ScoreCellProps) => {
  const id = `${place.row}-${place.column}`;
  return (
    <>
      <input
        aria-describedby={cell?.why ? `why-${id}` : undefined}
        aria-invalid={cell?.why ? true : undefined}
        aria-label={label}
        autoComplete="off"
        className={cellLook}
        data-cell={id}
        disabled={isOff}
        inputMode="decimal"
        onBlur={acts.onLeave}
        onChange={(event) => acts.onType(event.target.value, place)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => acts.onKeyDown(event, place)}
        onPaste={(event) => acts.onPaste(event, place)}
        value={cell?.typed ?? stored ?? ''}
      />
      {cell?.why && (
        <p className="mt-1 max-w-40 text-danger-700 text-xs" id={`why-${id}`}>
          {cell.why}
        </p>
      )}
    </>
  );
};

interface PersonCellProps {
  person: ScoredPerson;
  sheet: ScoreSheet;
}

const ResultCell = ({ person, sheet }: PersonCellProps) => {
  const { state, result, decided, proposal, reason } = person;
  const isDraft = state === 'draft';
  return (
    <div className="min-w-44 space-y-1">
      <div className="flex flex-wrap items-center gap-2">
        {result === null ? (
          <Badge tone="neutral">{text.none}</Badge>
        ) : (
          <Badge tone={result === 1 ? 'ok' : 'danger'}>{outcomeNames[result]}</Badge>
        )}
        {isDraft && sheet.can.write && sheet.started && (
          <DecideButton classId={sheet.class.id} person={person} />
        )}
      </div>
      {decided !== null && <p className="text-xs">{text.decidedBy}</p>}
      {reason !== null && <p className="max-w-64 text-ink-soft text-xs">{reason}</p>}
      {isDraft && proposal.reasons.length > 0 && (
        <p className="max-w-64 text-ink-soft text-xs">{text.reasons(proposal.reasons)}</p>
      )}
    </div>
  );
};

const StateCell = ({ person, sheet }: PersonCellProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <span className="whitespace-nowrap">{text.states[person.state]}</span>
    {person.state !== 'draft' && sheet.can.publish && <CorrectButton person={person} sheet={sheet} />}
  </div>
);
