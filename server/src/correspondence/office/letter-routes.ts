import * as contract from '@portal/contract/office/letters';
import { type Branding, findBranding } from '../../branding/find-branding.ts';
import { writeEvent } from '../../mail/calendar-event.ts';
import { compose } from '../../mail/layout.ts';
import { readLogo } from '../../mail/logo.ts';
import { Refusal } from '../../platform/errors.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import type { LetterSample } from '../letter-sample.ts';

interface LetterPages {
  readonly samples: readonly LetterSample[];
  publicUrl(): string;
}

/** Only the page of all letters may show a letter in a frame, and it runs and loads nothing. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
};

const asDataUrl = (logo: Uint8Array): string =>
  `data:image/png;base64,${Buffer.from(logo).toString('base64')}`;

export const letterOfficeRoutes =
  ({ samples, publicUrl }: LetterPages): OfficeRoutes =>
  (serve, { db, files }) => {
    const find = (key: string): LetterSample => {
      const found = samples.find((sample) => sample.key === key);
      if (!found) throw new Refusal('not_found');
      return found;
    };

    const show = ({ key, group, situation, mail }: LetterSample, branding: Branding) => {
      const { sender, subject, text, event } = compose(mail, publicUrl(), { branding });
      const row = { key, group, situation, subject, hasCalendar: event !== undefined };
      return { row, sender: sender.chosen ?? sender.site, text, event };
    };

    serve(contract.letterList, async () => {
      const branding = await findBranding(db);
      return samples.map((sample) => show(sample, branding).row);
    });

    serve(contract.letter, async ({ params: { key } }) => {
      const { row, sender, text, event } = show(find(key), await findBranding(db));
      const host = new URL(publicUrl()).hostname;
      const calendar = event ? writeEvent(event, { host, address: `no-reply@${host}` }) : null;
      return { ...row, sender, text, calendar };
    });

    serve(contract.letterPage, async ({ params: { key }, query: { look } }) => {
      const { mail } = find(key);
      const branding = await findBranding(db);
      const logo = await readLogo(files, branding);
      const { html } = compose(mail, publicUrl(), {
        ...{ branding, look },
        ...(logo && { logo: asDataUrl(logo) }),
      });
      return new AnswerWithHeaders(Buffer.from(html), headers);
    });
  };
