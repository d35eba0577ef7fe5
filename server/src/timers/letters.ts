import * as mailbox from '../accounts/mailbox/letters.ts';
import * as passwords from '../accounts/passwords/letters.ts';
import * as profile from '../accounts/profile/letters.ts';
import * as signIn from '../accounts/sign-in/letters.ts';
import * as signUp from '../accounts/sign-up/letters.ts';
import * as certificates from '../certificates/letters.ts';
import * as reminders from '../certificates/reminders/letters.ts';
import * as classes from '../classes/letters.ts';
import * as correspondence from '../correspondence/letters.ts';
import * as enrolment from '../enrolment/letters.ts';
import * as groups from '../groups/letters.ts';
import { bindLetters } from '../mail/letters.ts';
import * as payment from '../payment/letters.ts';
import * as people from '../people/letters.ts';
import * as privacy from '../privacy/letters.ts';
import * as staff from '../staff/letters.ts';
import * as training from '../training/letters.ts';

export const letters = bindLetters(
  [
    certificates,
    classes,
    correspondence,
    enrolment,
    groups,
    mailbox,
    passwords,
    payment,
    people,
    privacy,
    profile,
    reminders,
    signIn,
    signUp,
    staff,
    training,
  ].flatMap((module) => Object.values(module)),
);
