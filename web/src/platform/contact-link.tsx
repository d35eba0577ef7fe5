import { Link } from 'react-router';
import { footerText } from '../text/zh-TW/footer.ts';
import { paths } from './paths.ts';

/** Stands within a sentence. */
export const ContactLink = () => (
  <Link className="underline" to={paths.contact.to()}>
    {footerText.Contact}
  </Link>
);
