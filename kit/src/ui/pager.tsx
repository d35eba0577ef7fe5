import { Link } from 'react-router';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon, type IconName } from './icon.tsx';
import { lastPageOf, pageWindow } from './page-window.ts';

const text = uiText.pager;
const cell =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-md px-2 no-underline tabular max-[22rem]:min-w-10';

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  hrefFor: (page: number) => string;
}

export function Pager({ page, perPage, total, hrefFor }: PagerProps) {
  if (total <= perPage) return null;
  const last = lastPageOf(total, perPage);
  const numbers = pageWindow(page, last, 5);
  const narrow = pageWindow(page, last, 3);
  const before = page > 1;
  const after = page < last;
  return (
    <nav aria-label={text.label} className="mt-6 flex flex-col items-center gap-2 print:hidden">
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <Step href={before ? hrefFor(1) : undefined} icon="chevrons-left" label={text.first} />
        <Step
          href={before ? hrefFor(Math.min(page - 1, last)) : undefined}
          icon="chevron-left"
          label={text.previous}
        />
        {numbers.map((number) => (
          <li className={narrow.includes(number) ? '' : 'max-sm:hidden'} key={number}>
            <PageNumber current={number === page} href={hrefFor(number)} number={number} />
          </li>
        ))}
        <Step href={after ? hrefFor(page + 1) : undefined} icon="chevron-right" label={text.next} trailing />
        <Step href={after ? hrefFor(last) : undefined} icon="chevrons-right" label={text.last} trailing />
      </ul>
      <p className="text-ink-soft text-sm tabular">{text.summary(page, last, total)}</p>
    </nav>
  );
}

function PageNumber({ number, current, href }: { number: number; current: boolean; href: string }) {
  return (
    <Link
      aria-current={current ? 'page' : undefined}
      aria-label={text.page(number)}
      className={`${cell} ${current ? 'bg-sea-800 font-bold text-surface' : 'text-sea-800 underline hover:bg-sea-50'}`}
      to={href}
    >
      {number}
    </Link>
  );
}

interface StepProps {
  icon: IconName;
  label: string;
  href: string | undefined;
  trailing?: boolean | undefined;
}

function Step({ icon, label, href, trailing = false }: StepProps) {
  const content = (
    <>
      {!trailing && <Icon name={icon} />}
      <span className="max-md:sr-only">{label}</span>
      {trailing && <Icon name={icon} />}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <span aria-disabled="true" className={`${cell} cursor-not-allowed text-ink-soft opacity-60`}>
          {content}
        </span>
      ) : (
        <Link className={`${cell} text-sea-800 hover:bg-sea-50`} to={href}>
          {content}
        </Link>
      )}
    </li>
  );
}
