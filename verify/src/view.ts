import type { TokenContent } from '@portal/contract/certificate-token';
import type { VerifiedCertificate } from '@portal/contract/certificates';
import type { Verdict } from './check.ts';
import { digestFile } from './paper.ts';
import { stateTexts, text } from './text.ts';

type Child = Node | string | null;

/** An element with its attributes and children. Texts never become markup. */
const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
};

const tones = {
  good: { box: 'border-ok-600 bg-ok-50 text-ok-700', mark: '✓' },
  warning: { box: 'border-warn-600 bg-warn-50 text-warn-700', mark: '!' },
  bad: { box: 'border-danger-600 bg-danger-50 text-danger-700', mark: '✕' },
} as const;
type Tone = keyof typeof tones;

const BUTTON =
  'inline-flex min-h-12 items-center justify-center rounded-md bg-sea-700 px-5 font-semibold text-white hover:bg-sea-800';
const LINK = 'inline-flex min-h-12 items-center font-semibold text-sea-700 underline';
const CARD = 'mt-5 rounded-lg border border-line bg-surface p-4';

const banner = (tone: Tone, title: string, explained: string): HTMLElement =>
  element(
    'section',
    { class: `rounded-lg border-2 p-4 ${tones[tone].box}`, 'data-tone': tone },
    element(
      'h1',
      { class: 'flex items-center gap-3 font-bold text-2xl', tabindex: '-1' },
      element(
        'span',
        {
          'aria-hidden': 'true',
          class: 'grid size-10 shrink-0 place-items-center rounded-full border-2 border-current',
        },
        tones[tone].mark,
      ),
      title,
    ),
    element('p', { class: 'mt-2' }, explained),
  );

type Fact = readonly [label: string, value: string | null];

const facts = (rows: readonly Fact[]): HTMLElement =>
  element(
    'dl',
    { class: `${CARD} grid grid-cols-[auto_1fr] gap-x-4 gap-y-2` },
    ...rows.flatMap(([label, value]) =>
      value === null
        ? []
        : [
            element('dt', { class: 'text-ink-soft' }, label),
            element('dd', { class: 'wrap-anywhere font-semibold' }, value),
          ],
    ),
  );

const { fields } = text;

/** The full name, from the signed content. */
const nameRow = (name: string): HTMLElement =>
  element(
    'p',
    { class: 'mt-5 text-center' },
    element('span', { class: 'block text-ink-soft' }, fields.name),
    element('strong', { class: 'wrap-anywhere block text-2xl' }, name),
  );

const onlineFacts = (
  number: string,
  certificate: VerifiedCertificate,
  content: TokenContent | null,
): HTMLElement => {
  const { first_day: first, last_day: last, hours } = certificate;
  return facts([
    [fields.name, content ? null : certificate.name],
    [fields.kind, content?.kind ?? certificate.kind],
    [fields.course, certificate.course],
    [fields.hours, hours === null ? null : text.hours(hours)],
    [fields.days, first && last && text.days(first, last)],
    [fields.organization, content?.organization ?? certificate.organization],
    [fields.registerNumber, certificate.register_number],
    [fields.number, number],
    [fields.issuedOn, content?.issuedOn ?? certificate.issued_on],
    [fields.validUntil, content?.validUntil ?? certificate.valid_until],
  ]);
};

const tokenFacts = (number: string, content: TokenContent): HTMLElement =>
  facts([
    [fields.kind, content.kind],
    [fields.organization, content.organization],
    [fields.number, number],
    [fields.issuedOn, content.issuedOn],
    [fields.validUntil, content.validUntil],
  ]);

const hint = (sentence: string): HTMLElement => element('p', { class: 'mt-4' }, sentence);

const another = (): HTMLElement =>
  element('p', { class: 'mt-4' }, element('a', { class: LINK, href: '/v/' }, text.checkAnother));

const paperCheck = (papers: readonly string[]): HTMLElement => {
  const outcome = element('p', { class: 'mt-3 font-semibold', role: 'status' });
  const compare = async (file: File | undefined) => {
    if (!file) return;
    const digest = await digestFile(file).catch(() => null);
    const isSame = digest !== null && papers.includes(digest);
    outcome.dataset.tone = isSame ? 'good' : 'bad';
    outcome.className = `mt-3 font-semibold ${isSame ? 'text-ok-700' : 'text-danger-700'}`;
    const { same, different, unreadable } = text.paper;
    outcome.textContent = digest === null ? unreadable : isSame ? same : different;
  };
  const input = element('input', { accept: 'application/pdf', class: 'sr-only', id: 'paper', type: 'file' });
  input.addEventListener('change', () => compare(input.files?.[0]));
  const label = element(
    'label',
    {
      class:
        'mt-3 flex min-h-16 cursor-pointer items-center justify-center rounded-md border-2 border-line-strong border-dashed px-4 font-semibold text-sea-700 hover:bg-sea-50 has-focus-visible:outline-2',
    },
    input,
    text.paper.choose,
  );
  label.addEventListener('dragover', (event) => event.preventDefault());
  label.addEventListener('drop', (event) => {
    event.preventDefault();
    void compare(event.dataTransfer?.files[0]);
  });
  return element(
    'section',
    { class: CARD },
    element('h2', { class: 'font-bold text-lg' }, text.paper.title),
    element('p', { class: 'mt-1 text-ink-soft' }, text.paper.hint),
    label,
    outcome,
  );
};

const scanHint = ({ imported }: VerifiedCertificate, content: TokenContent | null): string => {
  if (imported) return text.imported;
  return content ? text.compare : text.scanForName;
};

const onlineView = (
  number: string,
  { certificate, content }: Extract<Verdict, { kind: 'online' }>,
): Child[] => {
  const { tone, title, explain } = stateTexts[certificate.state];
  const { successor } = certificate;
  return [
    banner(tone, title, explain(certificate.since ?? '')),
    successor === null
      ? null
      : element(
          'p',
          { class: 'mt-4' },
          element('a', { class: BUTTON, href: `/v/${successor}` }, text.successor),
        ),
    content ? nameRow(content.name) : null,
    onlineFacts(number, certificate, content),
    hint(scanHint(certificate, content)),
    hint(text.online),
    certificate.imported ? null : paperCheck(certificate.papers),
  ];
};

const offlineStates = {
  valid: [stateTexts.valid.tone, stateTexts.valid.title, stateTexts.valid.explain('')],
  expired: ['warning', stateTexts.expired.title, ''],
  ended: ['bad', text.endedOffline, text.endedOfflineExplained],
} as const satisfies Record<string, readonly [Tone, string, string]>;

const DAY_MS = 86_400_000;

const offlineView = (number: string, verdict: Extract<Verdict, { kind: 'offline' }>): Child[] => {
  const { content, state, listedAt } = verdict;
  const [tone, title, explained] = offlineStates[state];
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(listedAt)) / DAY_MS));
  return [
    banner(tone, title, explained),
    nameRow(content.name),
    tokenFacts(number, content),
    hint(text.compare),
    hint(text.offline(text.ago(days))),
  ];
};

const retry = (): HTMLElement => {
  const button = element('button', { class: BUTTON, type: 'button' }, text.retry);
  button.addEventListener('click', () => location.reload());
  return element('p', { class: 'mt-4' }, button);
};

const viewOf = (number: string, verdict: Verdict): Child[] => {
  switch (verdict.kind) {
    case 'online':
      return onlineView(number, verdict);
    case 'offline':
      return offlineView(number, verdict);
    case 'unknown':
      return [
        banner('warning', text.unknownState, text.unknownStateExplained),
        nameRow(verdict.content.name),
        tokenFacts(number, verdict.content),
        hint(text.compare),
        retry(),
      ];
    case 'forged':
      return [banner('bad', text.forged, text.forgedExplained)];
    case 'not_found':
      return [banner('bad', text.notFound, text.notFoundExplained)];
    case 'too_many':
      return [banner('warning', text.tooMany, verdict.message)];
    case 'unreachable':
      return [banner('warning', text.unavailable, text.unavailableExplained), retry()];
  }
};

const show = (main: HTMLElement, children: readonly Child[]): void =>
  main.replaceChildren(...children.filter((child) => child !== null));

export const showChecking = (main: HTMLElement): void =>
  show(main, [
    element('h1', { class: 'font-bold text-xl' }, text.title),
    element('p', { class: 'mt-4', role: 'status' }, text.checking),
  ]);

/** Moves the focus to the outcome, so that a screen reader reads it. */
export const showVerdict = (main: HTMLElement, number: string, verdict: Verdict): void => {
  show(main, [...viewOf(number, verdict), another()]);
  main.querySelector('h1')?.focus({ preventScroll: true });
};

/** The form for people without a camera. */
export const showForm = (main: HTMLElement): void => {
  const fault = element('p', { class: 'mt-1 text-danger-700', id: 'fault', role: 'alert' });
  const input = element('input', {
    'aria-describedby': 'hint fault',
    autocapitalize: 'characters',
    autocomplete: 'off',
    class: 'mt-1 block min-h-12 w-full rounded-md border border-line-strong bg-surface px-3',
    id: 'number',
    maxlength: '60',
    spellcheck: 'false',
  });
  const form = element(
    'form',
    { class: CARD, novalidate: '' },
    element('label', { class: 'font-semibold', for: 'number' }, text.number),
    input,
    element('p', { class: 'mt-1 text-ink-soft text-sm', id: 'hint' }, text.numberHint),
    fault,
    element('p', { class: 'mt-4' }, element('button', { class: BUTTON, type: 'submit' }, text.check)),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = input.value.normalize('NFKC').trim().toUpperCase();
    fault.textContent = number === '' ? text.numberMissing : '';
    if (number === '') input.focus();
    else location.assign(`/v/${encodeURIComponent(number)}`);
  });
  show(main, [element('h1', { class: 'font-bold text-xl' }, text.title), hint(text.intro), form]);
};
