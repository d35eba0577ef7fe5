import { type SQL, sql } from 'drizzle-orm';

/** The name of the accounts in the query. */
type AccountAlias = 'a' | 'accounts';

/**
 * Not a throw-away account: the person opened a mail, staff reached them by phone, or the association itself made the
 * account (imported, or created by staff).
 */
export const isPersonConfirmed = (alias: AccountAlias): SQL<boolean> => {
  const a = sql.raw(alias);
  return sql<boolean>`(${a}.email_confirmed_at is not null or ${a}.phone_confirmed_at is not null
    or ${a}.imported_at is not null or ${a}.password_is_birthday)`;
};
