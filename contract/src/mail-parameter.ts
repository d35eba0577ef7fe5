/** The query parameter by which links of mails to unconfirmed mailboxes say from which mail they were opened. */
export const MAIL_PARAMETER = 'mail';
