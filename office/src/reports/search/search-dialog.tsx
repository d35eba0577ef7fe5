import type { Right } from '@portal/contract/rights';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useDebounced } from '@portal/kit/browser/use-debounced.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Icon, Spinner } from '@portal/kit/ui/icon.tsx';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useScope } from '../../platform/scope.ts';
import { sessionQuery } from '../../platform/session.ts';
import { searchText as text } from '../../text/zh-TW/search.ts';
import { searchQuery } from '../api/search.ts';
import { commandsFor } from './commands.ts';
import { commandSection, type Hit, type HitSection, sectionsOf } from './sections.ts';

type Kind = HitSection['kind'];

interface LinkedHit extends Hit {
  readonly to: string;
}

const hasPage = (hit: Hit): hit is LinkedHit => hit.to !== null;

/** Those who may find nothing get commands alone. */
const useSearch = (maySearch: boolean) => {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [ask, waiting] = useDebounced(setAsked);
  const { inScope } = useScope();
  const query = useQuery(searchQuery(asked, inScope));
  const type = (value: string) => {
    setTyped(value);
    if (maySearch) ask(value.trim());
  };
  const isBusy = waiting || query.isFetching;
  return { typed, type, asked, isBusy, error: query.error, found: query.data };
};

interface ChosenHitOptions {
  /** So many links stay where they are while the server is asked. */
  sure: number;
  isBusy: boolean;
  onOpen: () => void;
}

/** Arrows choose, Enter opens. */
const useChosenHit = (links: readonly LinkedHit[], { sure, isBusy, onOpen }: ChosenHitOptions) => {
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const navigate = useNavigate();
  const optionId = (at: number) => `${list}-${at}`;

  const choose = (at: number) => {
    if (links.length === 0) return;
    const next = (at + links.length) % links.length;
    setChosen(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const open = () => {
    const hit = links[chosen];
    if (!hit || (isBusy && chosen >= sure)) return;
    onOpen();
    navigate(hit.to);
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => choose(chosen + 1),
    ArrowUp: () => choose(chosen - 1),
    Enter: open,
  };
  const press = (event: KeyboardEvent) => {
    const step = event.nativeEvent.isComposing ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return { list, optionId, chosen, setChosen, press };
};

/** The rights to find something. */
const finding: readonly Right[] = ['person.read', 'class.read', 'group.read', 'certificate.read'];

export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  const { typed, type, asked, isBusy, error, found } = useSearch(
    can.some((right) => finding.includes(right)),
  );
  const commands = commandsFor(typed, can);
  const results = found && typed.trim() !== '' && !error ? sectionsOf(found) : [];
  const sections = [...commandSection(commands), ...results];
  const hits = results.flatMap((section) => section.hits);
  const links = sections.flatMap((section) => section.hits).filter(hasPage);
  const options = { sure: commands.length, isBusy, onOpen: onClose };
  const { list, optionId, chosen, setChosen, press } = useChosenHit(links, options);

  return (
    <Dialog onClose={onClose} open title={text.title} width="wide">
      <SearchInput
        activeId={links.length > 0 ? optionId(chosen) : undefined}
        isBusy={isBusy}
        isExpanded={sections.length > 0}
        listId={list}
        onKeyDown={press}
        onType={(value) => {
          type(value);
          setChosen(0);
        }}
        typed={typed}
      />
      <Status
        asked={asked}
        error={error}
        hits={hits.length}
        isBusy={isBusy}
        isFound={found !== undefined && (hits.length > 0 || commands.length === 0)}
      />
      <div aria-label={text.results} className="mt-2 space-y-3" id={list} role="listbox">
        {sections.map((section) => (
          <SectionHits key={section.kind} section={section}>
            {section.hits.map((hit) =>
              hasPage(hit) ? (
                <LinkedHit
                  hit={hit}
                  id={optionId(links.indexOf(hit))}
                  isChosen={links.indexOf(hit) === chosen}
                  key={hit.id}
                  kind={section.kind}
                  onOpen={onClose}
                />
              ) : (
                <PlainHit hit={hit} key={hit.id} kind={section.kind} />
              ),
            )}
          </SectionHits>
        ))}
      </div>
      <p className="mt-3 text-ink-soft text-sm max-sm:hidden">{text.keyboard}</p>
    </Dialog>
  );
};

interface SearchInputProps {
  activeId: string | undefined;
  isBusy: boolean;
  isExpanded: boolean;
  listId: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onType: (typed: string) => void;
  typed: string;
}

const SearchInput = ({
  activeId,
  isBusy,
  isExpanded,
  listId,
  onKeyDown,
  onType,
  typed,
}: SearchInputProps) => (
  <div className="relative">
    <Icon className="absolute start-3 top-3.5 size-5 text-ink-soft" name="search" />
    <input
      aria-activedescendant={activeId}
      aria-autocomplete="list"
      aria-controls={listId}
      aria-expanded={isExpanded}
      aria-label={text.label}
      autoComplete="off"
      className="min-h-12 w-full rounded-md border border-line-strong bg-surface ps-10 pe-10"
      data-autofocus
      maxLength={60}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
      placeholder={text.hint}
      role="combobox"
      spellCheck={false}
      type="text"
      value={typed}
    />
    {isBusy && <Spinner className="absolute end-3 top-3.5 size-5 text-sea-600" />}
  </div>
);

interface StatusProps {
  asked: string;
  error: Error | null;
  hits: number;
  isBusy: boolean;
  isFound: boolean;
}

const Status = ({ asked, error, hits, isBusy, isFound }: StatusProps) => (
  <div aria-live="polite" className="mt-2 min-h-7 text-ink-soft text-sm">
    {isBusy && text.busy}
    {!isBusy && error && <span className="font-semibold text-danger-600">{failureText(error)}</span>}
    {!isBusy && !error && isFound && asked !== '' && (hits > 0 ? text.count(hits) : text.none(asked))}
  </div>
);

const SectionHits = ({ section: { kind, more }, children }: { section: HitSection; children: ReactNode }) => (
  <div>
    <p aria-hidden="true" className="font-semibold text-ink-soft text-sm">
      {text.kinds[kind]}
    </p>
    {children}
    {more && (
      <p aria-hidden="true" className="px-3 text-ink-soft text-sm">
        {text.more}
      </p>
    )}
  </div>
);

interface LinkedHitProps {
  hit: LinkedHit;
  kind: Kind;
  id: string;
  isChosen: boolean;
  onOpen: () => void;
}

const lineLook = 'block rounded-md border-transparent border-s-4 px-3 py-1.5 text-ink';

const LinkedHit = ({ hit, kind, id, isChosen, onOpen }: LinkedHitProps) => (
  <Link
    aria-selected={isChosen}
    className={`${lineLook} no-underline hover:bg-sea-50 aria-selected:border-sea-700 aria-selected:bg-sea-50 forced-colors:aria-selected:outline-2`}
    id={id}
    onClick={onOpen}
    role="option"
    tabIndex={-1}
    to={hit.to}
  >
    <HitText hit={hit} kind={kind} />
  </Link>
);

const PlainHit = ({ hit, kind }: { hit: Hit; kind: Kind }) => (
  <div aria-disabled="true" aria-selected={false} className={lineLook} role="option" tabIndex={-1}>
    <HitText hit={hit} kind={kind} />
  </div>
);

const HitText = ({ hit: { title, detail }, kind }: { hit: Hit; kind: Kind }) => (
  <>
    <span className="sr-only">{text.kinds[kind]}</span>
    <span className="block font-semibold">{title}</span>
    {detail && <span className="block text-ink-soft text-sm">{detail}</span>}
  </>
);
