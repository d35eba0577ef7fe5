import type { Actor } from '@portal/contract/office/audit';
import { PersonName } from '../people/person-name.tsx';
import { actorText } from './actor-text.ts';

/** The name of a trainee leads to their page. */
export const ActorName = ({ actor }: { actor: Actor }) =>
  actor.kind === 'account' ? <PersonName id={actor.id} name={actorText(actor)} /> : actorText(actor);
