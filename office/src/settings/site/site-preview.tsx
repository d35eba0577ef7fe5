import { colourFault, textOn } from '@portal/contract/colour';
import type { Logo } from '@portal/contract/office/branding';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { siteText } from '../../text/zh-TW/site.ts';
import { shownColour } from './colour-field.tsx';
import { logoOf, type SiteValues } from './site-values.ts';

const text = siteText.preview;

/** The bar of the trainees' pages and the tab of the browser, as the form would make them. */
export const SitePreview = ({ logos }: { logos: readonly (Logo | null)[] }) => {
  const id = useId();
  const { name, shortName, colour: typed, logoId } = useWatch<SiteValues>() as SiteValues;
  const colour = shownColour(typed);
  const logo = logoOf(logoId, logos)?.src ?? '/favicon.svg';
  const isUsable = colour !== null && colourFault(colour) === null;
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1"
    >
      <h2 className="px-4 py-3 text-lg" id={id}>
        {text.title}
      </h2>
      <p className="flex items-center gap-2 border-line border-t bg-disabled px-4 py-2 text-sm">
        <img alt="" className="size-4" src={logo} />
        <span className="truncate">{text.tab(name)}</span>
      </p>
      {isUsable ? (
        <div
          className="flex min-h-14 items-center gap-2.5 px-4 font-bold"
          style={{ backgroundColor: colour, color: textOn(colour) }}
        >
          <img alt="" className="size-9 rounded-md" src={logo} />
          <span className="min-w-0 truncate">{name}</span>
        </div>
      ) : (
        <p className="min-h-14 px-4 py-3 font-semibold text-danger-700">{text.refused}</p>
      )}
      <p className="flex items-center gap-3 px-4 py-4">
        <img alt="" className="size-14 rounded-xl border border-line" src={logo} />
        <span className="text-sm">{shortName}</span>
      </p>
    </section>
  );
};
