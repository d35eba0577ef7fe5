import { today } from '@portal/contract/dates';
import { prefersReducedMotion } from '@portal/kit/browser/motion.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { useFooter } from '../content/api/footer.ts';
import { footerText } from '../text/zh-TW/footer.ts';
import { frameText } from '../text/zh-TW/frame.ts';

const scrollToTop = () => {
  scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
};

export const Footer = () => {
  const { data } = useFooter();
  const year = Number(today(new Date()).slice(0, 4));
  return (
    <footer className="on-dark bg-bar-strong text-on-bar print:hidden">
      <div className="mx-auto flex min-h-52 max-w-page flex-wrap items-start justify-between gap-6 px-4 py-8 text-sm md:min-h-44">
        {data?.name && (
          <div>
            <p className="font-bold text-base">{data.name}</p>
            <address className="mt-2 not-italic">
              {data.address && <p>{frameText.address(data.address)}</p>}
              <p className="flex flex-wrap gap-x-6">
                {data.phone && <span>{frameText.phone(data.phone)}</span>}
                {data.fax && <span>{frameText.fax(data.fax)}</span>}
              </p>
            </address>
            <p className="mt-4">{frameText.copyright(year, data.name)}</p>
          </div>
        )}
        <nav aria-label={footerText.label}>
          <ul className="flex flex-wrap gap-x-6 lg:flex-col">
            {(['Help', 'Contact', 'Privacy', 'Accessibility'] as const).map((name) => (
              <li key={name}>
                <Link className="inline-flex min-h-11 items-center underline lg:min-h-9" to={`/${name}`}>
                  {footerText[name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <button
          className="ms-auto inline-flex min-h-11 items-center gap-2 rounded-md border border-current px-4 font-semibold hover:bg-bar"
          onClick={scrollToTop}
          type="button"
        >
          <Icon className="size-4" name="arrow-up" />
          {frameText.toTop}
        </button>
      </div>
    </footer>
  );
};
