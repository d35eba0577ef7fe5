import type { Fact, Fit } from '@portal/contract/office/statements';
import { Icon, type IconName } from '@portal/kit/ui/icon.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.matches;

const looks: Readonly<Record<Fit, { icon: IconName; look: string }>> = {
  yes: { icon: 'check', look: 'border-ok-600 bg-ok-50 text-ok-700' },
  near: { icon: 'warning', look: 'border-warn-600 bg-warn-50 text-warn-700' },
  no: { icon: 'cross', look: 'border-danger-600 bg-danger-50 text-danger-700' },
  unknown: { icon: 'minus', look: 'border-line-strong bg-paper text-ink-soft' },
};

/** Shows how facts fit by colour, mark and words. */
export const MatchFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <ul className="flex flex-wrap gap-2">
    {facts.map((fact) => {
      const { icon, look } = looks[fact.fit];
      return (
        <li
          className={`inline-flex items-center gap-1 rounded-md border px-2 text-sm ${look}`}
          key={fact.about}
        >
          <Icon className="size-4" name={icon} />
          <span className="sr-only">{text.fits[fact.fit]}：</span>
          {text.fact(fact)}
        </li>
      );
    })}
  </ul>
);
