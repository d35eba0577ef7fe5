/** The query parameter for the id of the mail from which a link was opened. */
export const MAIL_PARAMETER = 'mail';
