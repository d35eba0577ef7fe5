/** What each mail is about. Texts are in templates of the same name. */
export interface MailTemplate {
  registered: { name: string };
  enrolled: {
    name: string;
    code: string;
    train: string;
    organization: string;
    startTime: string;
    place: string;
  };
}
