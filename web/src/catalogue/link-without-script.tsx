import type { Class } from '@portal/contract/catalogue';

/** Leads to the class where no script can open the row. Only the server renders the link. */
export const LinkWithoutScript = (_: { shown: Class }) => <noscript />;
